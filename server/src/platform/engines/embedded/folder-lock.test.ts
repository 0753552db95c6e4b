import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockFolder, runningOn } from './folder-lock.ts'
import { makeSocketFolder } from './socket-folder.ts'

let folder: string
let temporary: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-t-'))
  temporary = path.join(folder, 'tmp')
  mkdirSync(temporary)
  // Whatever goes wrong here stays in the folder of the test.
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** A data folder whose holder died and left word of its socket folder. */
async function takeOver(socketFolder: unknown) {
  const lock = path.join(folder, 'samudra.lock')
  writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1', socketFolder }))
  const held = await lockFolder(folder)
  await held.release()
}

/** A folder with what a victim would miss. */
function aVictim(at: string): string {
  mkdirSync(path.join(at, 'deep'), { recursive: true })
  writeFileSync(path.join(at, 'deep', 'kept.txt'), 'kept')
  writeFileSync(path.join(at, '.s.PGSQL.5432'), '')
  return at
}
const isWhole = (at: string) =>
  existsSync(path.join(at, 'deep', 'kept.txt')) && existsSync(path.join(at, '.s.PGSQL.5432'))

test('a folder that the lock file names and this program did not make is left as it is', async () => {
  const victims = [
    aVictim(path.join(folder, 'victim')),
    aVictim(path.join(folder, 'samudra-abc123')),
    aVictim(path.join(temporary, 'samudra-abc123')),
    aVictim(path.join(temporary, 'else')),
  ]
  const linked = path.join(temporary, 'samudra-linked')
  symlinkSync(victims[0]!, linked)
  const names = [...victims, linked, `${linked}/`, `${temporary}/../victim`, temporary, folder, '', 7, null]
  for (const name of names) await takeOver(name)
  expect(victims.filter((one) => !isWhole(one))).toEqual([])
  expect(lstatSync(linked).isSymbolicLink()).toBe(true)
})

test('a link to a folder of sockets is not followed', async () => {
  const victim = path.join(folder, 'sockets')
  mkdirSync(victim)
  writeFileSync(path.join(victim, '.s.PGSQL.5432'), '')
  const linked = path.join(temporary, 'samudra-linked')
  symlinkSync(victim, linked)
  for (const name of [linked, `${linked}/`, `${linked}/.`]) await takeOver(name)
  expect(existsSync(path.join(victim, '.s.PGSQL.5432'))).toBe(true)
})

test('sockets left by an ended program are removed', async () => {
  const left = await makeSocketFolder('direct')
  writeFileSync(path.join(left, '.s.PGSQL.5432'), '')
  writeFileSync(path.join(left, '.s.PGSQL.5432.lock'), '')
  await takeOver(left)
  expect(existsSync(left)).toBe(false)
})

/** Number that no process has. */
const FREE_PID = 2 ** 22 + 1

test('a lock of a dead process is taken even without its start time or with damaged content', async () => {
  const lock = path.join(folder, 'samudra.lock')
  const left = [
    JSON.stringify({ pid: FREE_PID, startedAt: null }),
    JSON.stringify({ pid: FREE_PID }),
    JSON.stringify({ pid: 'x', startedAt: null }),
    JSON.stringify({ startedAt: null }),
    'null',
    '',
    '{"pid":',
  ]
  for (const text of left) {
    writeFileSync(lock, text)
    expect(await runningOn(folder)).toBeNull()
    await (await lockFolder(folder)).release()
  }
  expect(readdirSync(folder)).toEqual(['tmp'])
})

test('a lock of a live process without a known start time is refused', async () => {
  const lock = path.join(folder, 'samudra.lock')
  writeFileSync(lock, JSON.stringify({ pid: process.pid, startedAt: null }))
  await expect(lockFolder(folder)).rejects.toThrow(new RegExp(`in use by process ${process.pid}`))
})

test.skipIf(process.platform === 'win32')(
  'a folder, pipe or link in place of the lock is refused by name and stays',
  async () => {
    const lock = path.join(folder, 'samudra.lock')
    const victim = aVictim(path.join(folder, 'victim'))
    const makers: [RegExp, () => void][] = [
      [/samudra\.lock is a folder/, () => void aVictim(lock)],
      [/samudra\.lock is a pipe/, () => execFileSync('mkfifo', [lock])],
      [/samudra\.lock is a link/, () => symlinkSync(path.join(victim, 'deep', 'kept.txt'), lock)],
    ]
    for (const [words, make] of makers) {
      make()
      await expect(lockFolder(folder)).rejects.toThrow(words)
      await expect(runningOn(folder)).rejects.toThrow(words)
      expect(lstatSync(lock).isFile()).toBe(false)
      expect(readdirSync(folder).toSorted()).toEqual(['samudra.lock', 'tmp', 'victim'])
      rmSync(lock, { recursive: true })
    }
    expect(isWhole(victim)).toBe(true)
  },
)
