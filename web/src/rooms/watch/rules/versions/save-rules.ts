import type { Rule } from '@samudra/contract/rule-keeping'
import { saveFile } from '../../../../kit/save-file.ts'
import { writtenOf } from '../builder/rule-draft.ts'
import { fileOf } from './rule-files.ts'

/** Saves rules to a file that can be brought in again. */
export const saveRules = (rules: readonly Rule[], name: string): void =>
  saveFile(name, 'application/json', new TextEncoder().encode(fileOf(rules.map(writtenOf))))
