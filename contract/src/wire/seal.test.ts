import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { computeVectors } from './seal-vectors.ts'
import {
  BadEnvelope,
  CHUNK_BYTES,
  HEADER_BYTES,
  TAG_BYTES,
  bytesOf,
  lengthPrefixed,
  open,
  openStream,
  readRecord,
  rootOf,
  seal,
  sealStream,
  sha256,
  withRecord,
  type Bytes,
  type Exchange,
  type WireKey,
} from './seal.ts'

let root: WireKey
let at: Exchange
beforeAll(async () => {
  const tokenHash = await sha256('a.b.c')
  root = await rootOf(new Uint8Array(32).fill(1), tokenHash, 'me')
  at = {
    direction: 'C',
    method: 'POST',
    path: '/api/x',
    user: 'me',
    tokenHash,
    timestamp: 1,
    sid: 's',
    rid: new Uint8Array(16),
    status: 0,
  }
})

test('the fixed vectors are unchanged', async () => {
  const written = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'seal-vectors.json'), 'utf8'),
  ) as object
  expect(await computeVectors()).toEqual(written)
})

test('no two lists of fields have the same bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b)
      expect(Buffer.compare(lengthPrefixed(...a), lengthPrefixed(...b)) === 0).toBe(same)
    }),
  )
})

test('content sealed in portions of any size is opened again, at every length around a chunk', async () => {
  for (const length of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES]) {
    const clear: Bytes = new Uint8Array(length).fill(3)
    const portions = function* () {
      for (let from = 0; from < length; from += 700_001) yield clear.subarray(from, from + 700_001)
    }
    const streamed = await bytesOf(sealStream(root, at, portions()))
    expect(Buffer.compare(streamed, await seal(root, at, clear))).toBe(0)
    expect((await open(root, at, streamed)).clear.length).toBe(length)
    expect((await bytesOf((await openStream(root, at, [streamed])).clear)).length).toBe(length)
  }
})

const CHANGES: [string, (exchange: Exchange) => Partial<Exchange>][] = [
  ['direction', () => ({ direction: 'S' })],
  ['method', () => ({ method: 'GET' })],
  ['address', () => ({ path: '/api/y' })],
  ['user', () => ({ user: 'you' })],
  ['time', () => ({ timestamp: 2 })],
  ['session', () => ({ sid: 't' })],
  ['id', () => ({ rid: new Uint8Array(16).fill(1) })],
  ['status', () => ({ status: 200 })],
]
test.each(CHANGES)('a body under another %s is not opened', async (_, change) => {
  const body = await seal(root, at, new Uint8Array(10))
  await expect(open(root, { ...at, ...change(at) }, body)).rejects.toThrow(BadEnvelope)
})

test('chunks that are cut off, exchanged, doubled or left out are not opened', async () => {
  const body = await seal(root, at, new Uint8Array(3 * CHUNK_BYTES))
  const stride = CHUNK_BYTES + TAG_BYTES
  const head = body.subarray(0, HEADER_BYTES)
  const [one, two, three] = [0, 1, 2].map((i) =>
    body.subarray(HEADER_BYTES + i * stride, HEADER_BYTES + (i + 1) * stride),
  )
  const joined = (...parts: Uint8Array[]) => bytesOf(parts)
  for (const wrong of [
    await joined(head, one!, two!),
    await joined(head, two!, one!, three!),
    await joined(head, one!, one!, two!, three!),
    await joined(head, one!, three!),
    await joined(head),
    await joined(head, three!),
  ]) {
    await expect(open(root, at, wrong)).rejects.toThrow(BadEnvelope)
    await expect(bytesOfStream(wrong)).rejects.toThrow(BadEnvelope)
  }
})
const bytesOfStream = async (body: Bytes) => bytesOf((await openStream(root, at, [body])).clear)

test('a record and the bytes after it are separated again', async () => {
  const joined = withRecord({ name: 'chart.pdf' }, [new Uint8Array([1, 2]), new Uint8Array([3])])
  const { record, bytes } = await readRecord(joined)
  expect(record).toEqual({ name: 'chart.pdf' })
  expect([...(await bytesOf(bytes))]).toEqual([1, 2, 3])
  await expect(readRecord([new Uint8Array([255, 255, 255, 255])])).rejects.toThrow(BadEnvelope)
})
