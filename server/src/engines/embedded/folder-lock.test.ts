import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockFolder } from './folder-lock.ts'
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

test('what an ended program left of its sockets is removed', async () => {
  const left = await makeSocketFolder('direct')
  writeFileSync(path.join(left, '.s.PGSQL.5432'), '')
  writeFileSync(path.join(left, '.s.PGSQL.5432.lock'), '')
  await takeOver(left)
  expect(existsSync(left)).toBe(false)
})
