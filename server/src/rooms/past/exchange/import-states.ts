import type { ImportJob, ImportState } from '@samudra/contract/exchange'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { ImportRow } from './track-imports.sql.ts'

export const isRunning = ({ state }: ImportRow) => ['CHECKING', 'COMMITTING', 'UNDOING'].includes(state)
/** Its file is needed no more. */
export const isOver = ({ state }: ImportRow) =>
  ['COMMITTED', 'UNDOING', 'UNDONE', 'CANCELLED'].includes(state)
export const isOpen = ({ state }: ImportRow) =>
  ['UPLOADING', 'UPLOADED', 'CHECKED', 'REJECTED'].includes(state)

/** Why a step is refused in a state. */
export const REFUSED: Record<ImportState, string> = {
  UPLOADING: 'The file is not here yet; upload the rest of it first.',
  UPLOADED: 'The file was not looked into yet; check it first.',
  CHECKING: 'The file is being looked into; wait until that is done.',
  CHECKED: 'The file was looked into; store it or cancel it.',
  REJECTED: 'This file cannot be stored; see what is wrong with it.',
  COMMITTING: 'It is being stored; wait until that is done.',
  COMMITTED: 'It is stored already; undo it if it should not be.',
  UNDOING: 'It is being undone; wait until that is done.',
  UNDONE: 'It was undone; bring the file again.',
  CANCELLED: 'It was cancelled; bring the file again.',
}

/** Report of an import before anything is known of it. */
export const EMPTY = {
  received: 0,
  format: null,
  dialect: '',
  state: 'UPLOADING',
  progress: 0,
  rows: 0,
  fixes: 0,
  ships: 0,
  skipped: 0,
  duplicates: 0,
  first_at: null,
  last_at: null,
  errors: [],
  error_count: 0,
  sample: [],
  trouble: '',
  committed_at: null,
  undone_at: null,
  undone_by: '',
} as const satisfies Partial<ImportJob>

/** Returns the error for bytes that do not join on to those that are here. */
export function goOnFrom(received: number) {
  const why = `${received} bytes are here; go on from there.`
  return new OperationError('VALIDATION', why, { data: { received }, fields: [{ field: 'offset', why }] })
}
