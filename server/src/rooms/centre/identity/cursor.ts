import { OperationError } from '../../../platform/kernel/http/errors.ts'

/** Where the next page of a list begins: after the row with this sorting value and id. */
export const cursorOf = (value: string, id: string) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Throws VALIDATION for a cursor that is not valid. */
export function readCursor(cursor: string | undefined): { value: string; id: string } | null {
  if (cursor === undefined) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(read) && typeof read[0] === 'string' && typeof read[1] === 'string')
      return { value: read[0], id: read[1] }
  } catch {
    // Reported below.
  }
  throw new OperationError('VALIDATION', 'The cursor is not valid. Repeat the request without it.', {
    fields: [{ field: 'cursor', why: 'is not valid' }],
  })
}
