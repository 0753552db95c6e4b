import type { Op } from '@samudra/contract/kernel'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { CLEAR_TYPE, bytesOf, readRecord, withRecord } from '@samudra/contract/wire/seal'

/** Calls an operation with `stream: 'up'`. */
export async function upload<In, Out>(
  base: string,
  token: string,
  op: Op<In, Out>,
  input: In,
  bytes: Uint8Array,
): Promise<Envelope<Out>> {
  const answer = await fetch(base + addressOf(op.path, input as object), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': CLEAR_TYPE },
    body: await bytesOf(withRecord(input, [bytes])),
  })
  return (await answer.json()) as Envelope<Out>
}

/** Calls an operation with `stream: 'down'`; a refusal has no bytes. */
export async function download<In, Out>(base: string, token: string, op: Op<In, Out>, input: In) {
  const url = new URL(base + addressOf(op.path, input as object))
  for (const [name, value] of Object.entries(input as object))
    if (!op.path.includes(`{${name}}`) && value !== undefined) url.searchParams.set(name, String(value))
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.headers.get('content-type')?.startsWith(CLEAR_TYPE) !== true)
    return { envelope: (await answer.json()) as Envelope<Out>, bytes: Buffer.alloc(0) }
  const { record, bytes } = await readRecord(answer.body as unknown as AsyncIterable<Uint8Array>)
  return { envelope: record as Envelope<Out>, bytes: Buffer.from(await bytesOf(bytes)) }
}

const addressOf = (path: string, input: object) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[name])),
  )
