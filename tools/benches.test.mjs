import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BENCHES, benchesOf, chooseBenches, filesOf } from './benches.mjs'

const root = path.resolve(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n')
const covered = (subject) =>
  subject.endsWith('*')
    ? tracked.some((file) => file.startsWith(subject.slice(0, -1)))
    : existsSync(path.join(root, subject))

test('every file of bench/ belongs to a bench, and every bench measures folders that exist', () => {
  const used = new Set(BENCHES.flatMap(({ name }) => filesOf(name)))
  const sources = tracked.filter((file) => /^bench\/.*(?<!\.d)\.(ts|mjs)$/.test(file))
  expect(sources.filter((file) => existsSync(path.join(root, file)) && !used.has(file))).toEqual([])
  expect(BENCHES.flatMap(({ subject }) => subject).filter((subject) => !covered(subject))).toEqual([])
})

test('every bench has a section in the measurements', () => {
  const page = readFileSync(path.join(root, 'docs/measurements.md'), 'utf8')
  const sections = BENCHES.filter(
    ({ name }) => !new RegExp(`^## .*npm run (bench -- )?${name}\\b`, 'm').test(page),
  )
  expect(sections).toEqual([])
})

test('a changed source or bench file selects the benches that measure it', () => {
  expect(benchesOf(['nautical/src/ais/encode.ts'])).toEqual(['decode'])
  expect(benchesOf(['rules/src/evaluator.ts'])).toEqual(['rules', 'lag'])
  expect(benchesOf(['server/src/platform/kernel/objects/objects.ts'])).toEqual(['objects'])
  expect(benchesOf(['bench/live-load.ts'])).toEqual(['live'])
  expect(benchesOf(['bench/report.ts'])).toEqual(BENCHES.map(({ name }) => name))
})

test('a changed test or document selects no bench', () => {
  expect(benchesOf(['nautical/src/ais/decode.test.ts', 'docs/run.md', 'nautical/src/aisle.ts'])).toEqual([])
})

test('the brief runs of one day contain every bench once', () => {
  const day = [0, 6, 12, 18].flatMap((hour) => {
    const { names } = chooseBenches(['--brief'], new Date(Date.UTC(2026, 0, 1, hour, 30)))
    return names
  })
  expect(day.toSorted()).toEqual(BENCHES.map(({ name }) => name).toSorted())
})

test('names, --all and --quarter choose before the time of day does', () => {
  const night = new Date(Date.UTC(2026, 0, 1, 3))
  expect(chooseBenches(['--brief', 'rules', 'live'], night).names).toEqual(['rules', 'live'])
  expect(chooseBenches(['--brief', '--all'], night).names).toHaveLength(BENCHES.length)
  expect(chooseBenches(['--seconds=20'], night).names).toHaveLength(BENCHES.length)
  expect(chooseBenches(['--brief', '--quarter=3'], night).names).toContain('truth')
  expect(chooseBenches(['--quarter=5'], night).error).toBe('No quarter 5. The quarters are 1 to 4.')
  expect(chooseBenches(['rulez'], night).error).toContain('No bench has the name rulez.')
})
