import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { swapIn } from './swap-in.mjs'

const root = mkdtempSync(path.join(os.tmpdir(), 'samudra-swap-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const current = path.join(root, 'web', 'dist')
const HOUR = 3_600_000

function build(files, now) {
  const next = path.join(root, 'dist', 'screens.next')
  mkdirSync(path.join(next, 'assets'), { recursive: true })
  writeFileSync(path.join(next, 'index.html'), files.join(' '))
  for (const name of files) writeFileSync(path.join(next, 'assets', name), name)
  swapIn(next, current, now)
}
const held = (folder) =>
  existsSync(path.join(current, folder)) ? readdirSync(path.join(current, folder)) : []

test('a build takes the place of the one before, whose files are there for a day more', () => {
  const start = Date.now()
  build(['a-1.js', 'same.js'], start)
  expect([held('assets'), held('before')]).toEqual([['a-1.js', 'same.js'], []])
  build(['a-2.js', 'same.js'], start + HOUR)
  expect([held('assets'), held('before')]).toEqual([['a-2.js', 'same.js'], ['a-1.js']])
  expect(readFileSync(path.join(current, 'index.html'), 'utf8')).toBe('a-2.js same.js')
  // A page may have been opened two builds ago.
  build(['a-3.js', 'same.js'], start + 3 * HOUR)
  expect(held('before')).toEqual(['a-1.js', 'a-2.js'])
  // What comes back under its name is of the build again.
  build(['a-2.js'], start + 26 * HOUR)
  expect([held('assets'), held('before')]).toEqual([['a-2.js'], ['a-3.js', 'same.js']])
  expect(readdirSync(path.join(root, 'dist'))).toEqual([])
})
