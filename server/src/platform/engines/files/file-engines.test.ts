import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesConform } from '../../../../testing/needs/file-tests.ts'
import { DiskFiles } from './disk.ts'

const aFolder = () => mkdtempSync(path.join(os.tmpdir(), 'samudra-files-'))

filesConform('on a disk', async () => {
  const folder = aFolder()
  return {
    more: () => new DiskFiles(folder),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
})

test('only the user of the server may read stored files', async () => {
  const folder = aFolder()
  const files = new DiskFiles(path.join(folder, 'files'))
  const draft = await files.receive([Buffer.from('secret')])
  await draft.store()
  const at = path.join(folder, 'files', draft.hash.slice(0, 2), draft.hash.slice(2, 4), draft.hash)
  expect(statSync(at).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(at)).mode & 0o777).toBe(0o700)
  rmSync(folder, { recursive: true })
})
