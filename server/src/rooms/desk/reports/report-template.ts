import type { ReportTemplate } from '@samudra/contract/reports'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'

/** Stored body of a report template. */
export type TemplateBody = Pick<
  ReportTemplate,
  'name' | 'kind' | 'blocks' | 'period' | 'zone' | 'filters' | 'recipients' | 'formats' | 'schedule'
>
export type HeldTemplate = Held<TemplateBody>

/** Returns a template as the contract shows it. */
export const presentTemplate = (
  one: HeldTemplate,
  { mine, next_at, built_in }: { mine: boolean; next_at: string | null; built_in: boolean },
): ReportTemplate => ({ ...columnsOf(one, mine), ...one.body, next_at, built_in })
