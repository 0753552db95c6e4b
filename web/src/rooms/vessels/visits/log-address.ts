import type { LogOf, LogRowAt } from '../../../map/explanation/visit-log.store.ts'

const KINDS = ['area', 'boundary', 'ship'] as const

/** Returns the log in an address that is open above its screen; null for none. */
export function readLogAddress(search: URLSearchParams): { of: LogOf; row: LogRowAt | null } | null {
  const [kind, ...rest] = (search.get('log') ?? '').split(':')
  const id = rest.join(':')
  const known = KINDS.find((one) => one === kind)
  if (known === undefined || id === '' || id.length > 100) return null
  const [row = '', at = ''] = (search.get('log_row') ?? '').split('@')
  const isRow = row !== '' && !Number.isNaN(Date.parse(at))
  // The log itself provides the name.
  return { of: { kind: known, id, name: '' }, row: isRow ? { id: row, at } : null }
}

/** The same address with another log, or none. */
export function writeLogAddress(search: string, of: LogOf | null, row: LogRowAt | null): string {
  const next = new URLSearchParams(search)
  next.delete('log')
  next.delete('log_row')
  if (of !== null) next.set('log', `${of.kind}:${of.id}`)
  if (of !== null && row !== null) next.set('log_row', `${row.id}@${row.at}`)
  return next.toString()
}
