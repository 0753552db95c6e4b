// Rooms: engines
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../../../testing/servers/a-server.ts'
import { DiskFiles } from './disk.ts'

test('a process killed during an upload leaves nothing readable, and its rest is removed in time', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-files-'))
  const script = path.resolve(import.meta.dirname, '../../../../testing/needs/files.main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const coming = path.join(folder, 'coming')
  const sizes = () => {
    try {
      return readdirSync(coming).map((name) => statSync(path.join(coming, name)).size)
    } catch {
      return []
    }
  }
  await until(() => sizes().some((size) => size > 100_000), 'some of it has come')
  child.kill('SIGKILL')
  await ended
  const files = new DiskFiles(folder)
  for await (const lot of files.list()) expect(lot).toEqual([])
  await files.dropUnfinished(Date.now() - 60_000)
  expect(sizes()).toHaveLength(1)
  await files.dropUnfinished(Date.now() + 1000)
  expect(sizes()).toEqual([])
  rmSync(folder, { recursive: true })
})
