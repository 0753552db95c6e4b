import { expect, test } from 'vitest'
import { getExport } from '../exchange.ts'
import { WireClient } from './client.ts'
import { CLEAR_TYPE, bytesOf, withRecord } from './seal.ts'

test('a call waits while the server takes no more calls of its address, and is then answered', async () => {
  const waits: number[] = []
  const answers = [
    new Response('{}', { status: 429, headers: { 'Retry-After': '0.05' } }),
    Response.json({ Status: true, Data: [], Message: '', RequestId: 'r' }),
  ]
  const client = new WireClient({
    base: '',
    card: { mode: 'off', kid: '', key: '' },
    fetch: async () => answers.shift()!,
    onLimited: (seconds) => waits.push(seconds),
  })
  const outcome = await client.call({ op: getExport, input: { id: 'x' } })
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, envelope: { Status: true } })
  expect(waits).toEqual([0.05])
})

test('a wait for the server ends with its call', async () => {
  const abort = new AbortController()
  const client = new WireClient({
    base: '',
    card: { mode: 'off', kid: '', key: '' },
    fetch: async () => new Response('{}', { status: 429, headers: { 'Retry-After': '60' } }),
    onLimited: () => setTimeout(() => abort.abort()),
  })
  const call = client.call({ op: getExport, input: { id: 'x' }, signal: abort.signal })
  expect(await call).toEqual({ kind: 'unreachable' })
})

test('a download is read part by part, and an error of its reader ends it', async () => {
  const envelope = { Status: true, Data: { id: 'x' }, Message: '', RequestId: 'r' }
  const record = await bytesOf(withRecord(envelope, []))
  let sent: Uint8Array[] = []
  const client = new WireClient({
    base: '',
    card: { mode: 'off', kid: '', key: '' },
    fetch: async () => {
      const parts = [record, new Uint8Array([1, 2]), new Uint8Array([3])]
      sent = []
      const pull = (stream: ReadableStreamDefaultController<Uint8Array>) => {
        const part = parts.shift()
        if (part === undefined) return stream.close()
        sent.push(part)
        stream.enqueue(part)
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      return new Response(body, { headers: { 'Content-Type': CLEAR_TYPE } })
    },
  })
  const ask = { op: getExport, input: { id: 'x' } }
  const taken: number[][] = []
  const outcome = await client.call({
    ...ask,
    take: async (part) => {
      taken.push([...part])
      // What comes later has not been fetched yet: memory holds one part.
      expect(sent).toHaveLength(taken.length + 1)
    },
  })
  expect(taken).toEqual([[1, 2], [3]])
  expect(outcome).toMatchObject({ kind: 'answered', envelope, bytes: null })
  expect(await client.call(ask)).toMatchObject({ bytes: new Uint8Array([1, 2, 3]) })
  await expect(client.call({ ...ask, take: () => Promise.reject(new Error('disk full')) })).rejects.toThrow(
    'disk full',
  )
})
