import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getEventFile, getEventFileThumbnail, uploadEventFile } from '@samudra/contract/events'
import { aServer } from '../../../../testing/servers/a-server.ts'
import { aSwift, hasSwift } from '../../../../testing/servers/a-swift.ts'
import { filesConform } from '../../../../testing/needs/file-tests.ts'
import { aPng } from '../../../../testing/samples/pictures.ts'
import { download, upload } from '../../../../testing/samples/uploads.ts'
import type { S3Place } from '../../needs/files.ts'
import { S3Files } from './s3.ts'

let folder = ''
let store: undefined | { place: S3Place; close(): Promise<void> }
let places = 0

if (!hasSwift())
  process.stdout.write('Swift is not installed: files in an S3-compatible store are not tried\n')

describe.skipIf(!hasSwift())('over Swift', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-s3-'))
    store = await aSwift()
  })
  afterAll(async () => {
    await store?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  filesConform('in an S3-compatible store', async () => {
    const prefix = `${places++}/`
    return {
      more: () => new S3Files({ ...store!.place, prefix }, folder),
      close: async () => expect(readdirSync(path.join(folder, 'coming'))).toEqual([]),
    }
  })

  test('a list longer than one answer of the store is read completely', async () => {
    const files = new S3Files({ ...store!.place, prefix: 'many/' }, folder)
    const hashes = new Set<string>()
    for (let n = 0; n < 5; n++) {
      const draft = await files.receive([Buffer.from(`of many ${n}`)])
      await draft.store()
      await draft.drop()
      hashes.add(draft.hash)
    }
    const lots: string[][] = []
    for await (const lot of new S3Files({ ...store!.place, prefix: 'many/' }, folder, 2).list())
      lots.push(lot.map(({ hash }) => hash))
    expect(lots.length).toBe(3)
    expect(new Set(lots.flat())).toEqual(hashes)
  })

  test('a wrong key, a missing bucket and a silent store are reported at the start without secrets', async () => {
    await new S3Files(store!.place, folder).check()
    const wrong = [
      { secretAccessKey: 'quite-wrong' },
      { bucket: 'nobodys' },
      { endpoint: 'http://127.0.0.1:9' },
    ]
    for (const one of wrong) {
      const failed = await new S3Files({ ...store!.place, ...one }, folder)
        .check()
        .catch((error: Error) => error.message)
      expect(failed).toMatch(/cannot be used: .+\. Check --files/)
      expect(failed).not.toMatch(/quite-wrong|testing/)
    }
  })

  test('a server over the store takes a picture in, shows a small one and gives it out', async () => {
    const sea = await aServer([], undefined, {
      files: new S3Files({ ...store!.place, prefix: 'sea/' }, folder),
    })
    const picture = aPng(700, 350)
    const answer = await upload(sea.base, sea.token, uploadEventFile, { name: 'a.png' }, picture)
    if (!answer.Status) throw new Error(answer.Message)
    const query = { id: answer.Data.file_id }
    expect((await download(sea.base, sea.token, getEventFile, query)).bytes.equals(picture)).toBe(true)
    expect((await download(sea.base, sea.token, getEventFileThumbnail, query)).bytes.length).toBeGreaterThan(
      50,
    )
    await sea.close()
  })

  test('while the store is away calls report it with the remedy', async () => {
    const files = new S3Files({ ...store!.place, endpoint: 'http://127.0.0.1:9' }, folder)
    await expect(files.sizeOf('0'.repeat(64))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const draft = await files.receive([Buffer.from('cannot be stored')])
    await expect(draft.store()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await draft.drop()
  })
})
