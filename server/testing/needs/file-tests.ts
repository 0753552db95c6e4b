import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Files } from '../../src/platform/needs/files.ts'

/** Processes that share one file store; `more` opens another process. */
export type Place = { more(): Files; close(): Promise<void> }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const MISSING = sha256(Buffer.from('nobody brought this'))

async function wholeOf(bytes: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> {
  if (bytes === null) return null
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
async function listed(files: Files): Promise<string[]> {
  const all: string[] = []
  for await (const lot of files.list()) all.push(...lot.map(({ hash }) => hash))
  return all.toSorted()
}
async function stored(files: Files, text: string): Promise<string> {
  const draft = await files.receive([Buffer.from(text)])
  await draft.store()
  await draft.drop()
  return draft.hash
}

/** Tests of every engine for files. */
export function filesConform(ofEngine: string, openPlace: () => Promise<Place>) {
  describe(`files ${ofEngine}`, () => {
    let place: Place
    afterEach(() => place.close())

    test('a complete file is found by its hash in any process, as a whole and in part', async () => {
      place = await openPlace()
      const files = place.more()
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 251))
      const draft = await files.receive([
        bytes.subarray(0, 10),
        bytes.subarray(10, 70_000),
        bytes.subarray(70_000),
      ])
      expect(draft).toMatchObject({ hash: sha256(bytes), size: bytes.length })
      expect(draft.head).toEqual(bytes.subarray(0, 65_536))
      const same = async (read: AsyncIterable<Uint8Array> | null, as: Buffer) =>
        expect((await wholeOf(read))?.equals(as)).toBe(true)
      await same(draft.read(), bytes)
      expect(await files.read(draft.hash)).toBeNull()
      await draft.store()
      await draft.drop()
      const other = place.more()
      expect(await other.sizeOf(draft.hash)).toBe(bytes.length)
      await same(await other.read(draft.hash), bytes)
      await same(await other.read(draft.hash, { from: 100, to: 200 }), bytes.subarray(100, 200))
      await same(await other.read(draft.hash, { from: 299_990 }), bytes.subarray(299_990))
      await same(await other.read(draft.hash, { from: 5, to: 5 }), Buffer.alloc(0))
    })

    test('an empty file is a file', async () => {
      place = await openPlace()
      const files = place.more()
      const hash = await stored(files, '')
      expect(await files.sizeOf(hash)).toBe(0)
      expect(await wholeOf(await files.read(hash))).toEqual(Buffer.alloc(0))
    })

    test('equal bytes stored twice at once exist once, and are absent after removal', async () => {
      place = await openPlace()
      const [files, other] = [place.more(), place.more()]
      const hashes = await Promise.all([files, other, files].map((one) => stored(one, 'the same')))
      expect(new Set(hashes)).toEqual(new Set([sha256(Buffer.from('the same'))]))
      const more = await stored(files, 'and another')
      expect(await listed(other)).toEqual([hashes[0]!, more].toSorted())
      await other.remove(hashes[0]!)
      await other.remove(hashes[0]!)
      expect(await files.read(hashes[0]!)).toBeNull()
      expect(await files.sizeOf(hashes[0]!)).toBeNull()
      expect(await listed(files)).toEqual([more])
    })

    test('a discarded or interrupted upload leaves nothing', async () => {
      place = await openPlace()
      const files = place.more()
      const draft = await files.receive([Buffer.from('seen and not wanted')])
      await draft.drop()
      await draft.drop()
      const broken = (async function* () {
        yield Buffer.from('half of ')
        throw new Error('the sender hung up')
      })()
      await expect(files.receive(broken)).rejects.toThrow('the sender hung up')
      expect(await listed(files)).toEqual([])
      await files.dropUnfinished(Date.now() + 1000)
    })

    test('a text that is no hash finds nothing', async () => {
      place = await openPlace()
      const files = place.more()
      await stored(files, 'here')
      for (const name of [
        MISSING,
        '',
        '..',
        `../${MISSING}`,
        '/etc/passwd',
        `${MISSING}/..`,
        MISSING.toUpperCase(),
        'coming',
      ]) {
        expect(await files.read(name)).toBeNull()
        expect(await files.sizeOf(name)).toBeNull()
        await files.remove(name)
      }
      expect(await listed(files)).toHaveLength(1)
    })

    test('it is known since when a file is there, and where all are', async () => {
      place = await openPlace()
      const files = place.more()
      await stored(files, 'a')
      for await (const lot of files.list())
        for (const { since } of lot) expect(Math.abs(since - Date.now())).toBeLessThan(60_000)
      expect(files.whereabouts).not.toBe('')
    })
  })
}
