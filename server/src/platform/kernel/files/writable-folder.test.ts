import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writableFolder } from './writable-folder.ts'

test('a data folder is created with its parents, and an unwritable one is reported at once', async () => {
  const above = await mkdtemp(path.join(os.tmpdir(), 'samudra-folder-'))
  const deep = path.join(above, 'a', 'b')
  await writableFolder(deep)
  await writableFolder(deep)
  await writeFile(path.join(deep, 'file'), '')
  // Nothing can be created in /proc, and its error there is that the path does not exist.
  for (const folder of ['/proc/samudra', '/proc/samudra/data', path.join(deep, 'file')])
    await expect(writableFolder(folder)).rejects.toThrow(`The data folder ${folder} is not writable`)
  await rm(above, { recursive: true })
})
