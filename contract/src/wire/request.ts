import type { Op } from '../kernel.ts'

export type AnyOp = Pick<Op<never, unknown>, 'name' | 'method' | 'path' | 'who' | 'right' | 'flat'>

/** An operation's input on its way: fields named in the path travel there, the others in the query or the body. */
export function addressOf(op: AnyOp, input: object): { path: string; body: Record<string, unknown> | null } {
  const rest: Record<string, unknown> = { ...input }
  let path = op.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = asText(rest[field])
    delete rest[field]
    return encodeURIComponent(value)
  })
  if (op.method === 'POST') return { path, body: rest }
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(rest)) if (value !== undefined) query.set(field, asText(value))
  if (query.size > 0) path += `?${query.toString()}`
  return { path, body: null }
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
