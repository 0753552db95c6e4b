import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { trimCache } from './upstream-tiles.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const GB = 1024 ** 3
/** A file of a size that takes no room on the disk. */
function lay(name: string, bytes: number, daysOld: number): string {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, '')
  truncateSync(file, bytes)
  const at = Date.now() / 1000 - daysOld * 86_400
  utimesSync(file, at, at)
  return file
}

test('the oldest tiles are removed above the limit, never an import in progress or the weather', async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-trim-'))
  const upload = lay('imports/01K9ZQ5D3J6R1GZV7C5YB3T0NW', 3 * GB, 3)
  const weather = lay('weather/1763726400000/0.grb2', GB, 9)
  const oldest = lay('weather-tiles/0123456789ab/5/3/4', GB, 5)
  const older = lay('00a1b2c3d4e5/9/1/2', GB, 2)
  const newest = lay('00a1b2c3d4e5/9/1/3', GB, 1)
  await trimCache(folder)
  expect([upload, weather, oldest, older, newest].map((file) => existsSync(file))).toEqual([
    true,
    true,
    false,
    true,
    true,
  ])
})
