import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readKeys } from './keys.ts'

test('a folder, pipe or dangling link as key file is refused by name; a good link is followed', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-keys-'))
  const [key, moved] = [path.join(folder, 'samudra.key'), path.join(folder, 'moved')]
  const { tokens } = readKeys(folder, undefined)
  renameSync(key, moved)
  const makers: [RegExp, () => void][] = [
    [/samudra\.key is a folder/, () => mkdirSync(key, { mode: 0o700 })],
    [/samudra\.key is a pipe/, () => execFileSync('mkfifo', ['-m', '600', key])],
    [/samudra\.key is a broken link/, () => symlinkSync('missing', key)],
  ]
  for (const [words, make] of makers) {
    make()
    expect(() => readKeys(folder, undefined)).toThrow(words)
    rmSync(key, { recursive: true })
  }
  symlinkSync(moved, key)
  expect(readKeys(folder, undefined).tokens).toEqual(tokens)
  rmSync(folder, { recursive: true })
})
