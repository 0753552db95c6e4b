import type { Misfit, Op } from '@samudra/contract/kernel'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { MESSAGES, type Code } from '@samudra/contract/wire/messages'
import { endIfExpired, leave, signedIn } from './session.ts'

export type Answer<T> =
  | { status: true; data: T; message: string }
  | { status: false; message: string; code: Code; fields: Misfit[] }

/** An answer with status false, as an error for those who treat every refusal alike. */
export class Refused extends Error {
  readonly code: Code
  readonly fields: Misfit[]
  constructor(message: string, code: Code, fields: Misfit[]) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.fields = fields
  }
}

/** Calls an operation; a refusal with a message is an answer, everything else that fails is thrown. */
export async function ask<In, Out>(op: Op<In, Out>, input: In): Promise<Answer<Out>> {
  if (op.who !== 'public' && endIfExpired()) throw new Error(MESSAGES.expiredBeforeRequest)
  const { address, init } = requestFor(op, input)
  const response = await fetch(address, init).catch(() => {
    throw new Error(MESSAGES.noConnection)
  })
  const unauthorised = response.status === 401 || response.statusText === 'UNAUTHORIZED'
  if (unauthorised && op.who !== 'public') {
    leave()
    throw new Error(response.statusText)
  }
  const envelope = (await response.json().catch(() => {
    throw new Error(MESSAGES.noConnection)
  })) as Envelope<Out>
  if (envelope.Status) return { status: true, data: envelope.Data, message: envelope.Message }
  if (envelope.Message === '') throw new Error(MESSAGES.statusFalse)
  return { status: false, message: envelope.Message, code: envelope.Code, fields: envelope.fields ?? [] }
}

/** Calls an operation and throws `Refused` when the server says no. */
export async function call<In, Out>(op: Op<In, Out>, input: In): Promise<Out> {
  const answer = await ask(op, input)
  if (answer.status) return answer.data
  throw new Refused(answer.message, answer.code, answer.fields)
}

/** The fields named in the path travel there, the others in the query of a GET or in the body. */
export function requestFor<In, Out>(op: Op<In, Out>, input: In): { address: string; init: RequestInit } {
  const rest = { ...(input as Record<string, unknown>) }
  let address = op.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = asText(rest[field])
    delete rest[field]
    return encodeURIComponent(value)
  })
  const headers: Record<string, string> = { Timestamp: String(Date.now()) }
  const token = signedIn()?.token
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  if (op.method !== 'POST') {
    const query = new URLSearchParams()
    for (const [field, value] of Object.entries(rest))
      if (value !== undefined) query.set(field, asText(value))
    if (query.size > 0) address += `?${query}`
    return { address, init: { method: op.method, headers } }
  }
  headers['Content-Type'] = 'application/json'
  return { address, init: { method: 'POST', headers, body: JSON.stringify(rest) } }
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
