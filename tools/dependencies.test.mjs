import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { admits, isAllowed, licencesIn, readAudit, tooNewIn } from './dependencies.mjs'

test('of everything that is shipped the licence is read, and one we may not ship is found', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-licences-'))
  const packages = {
    '': { name: 'product' },
    'node_modules/good': {},
    'node_modules/good/node_modules/@deep/old': {},
    'node_modules/bad': {},
    'node_modules/silent': {},
    'node_modules/for-another-platform': { license: 'Apache-2.0', optional: true },
    'node_modules/only-for-tests': { dev: true, license: 'GPL-3.0' },
    'node_modules/ours': { link: true },
  }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const written = {
    'node_modules/good': { license: '(MIT OR GPL-3.0)' },
    'node_modules/good/node_modules/@deep/old': { licenses: [{ type: 'ISC' }] },
    'node_modules/bad': { license: 'MIT AND GPL-3.0' },
    'node_modules/silent': {},
  }
  for (const [at, said] of Object.entries(written)) {
    mkdirSync(path.join(folder, at), { recursive: true })
    writeFileSync(path.join(folder, at, 'package.json'), JSON.stringify(said))
  }
  const found = licencesIn(folder)
  rmSync(folder, { recursive: true })
  expect(found).toEqual([
    { name: 'good', licence: '(MIT OR GPL-3.0)' },
    { name: '@deep/old', licence: 'ISC' },
    { name: 'bad', licence: 'MIT AND GPL-3.0' },
    { name: 'silent', licence: null },
    { name: 'for-another-platform', licence: 'Apache-2.0' },
  ])
  expect(found.map(({ licence }) => licence !== null && isAllowed(licence))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
})

test('a grave audit finding counts, a slight one does not, and a missing audit is only reported', () => {
  const finding = (name, severity) => ({
    name,
    severity,
    range: '<2',
    via: [{ title: 'Runs code' }, 'other'],
  })
  const vulnerabilities = {
    a: finding('a', 'critical'),
    b: finding('b', 'high'),
    c: finding('c', 'moderate'),
  }
  expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual({
    trouble: null,
    grave: ['a <2: critical, Runs code; by other', 'b <2: high, Runs code; by other'],
  })
  const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '' } }
  expect(readAudit(JSON.stringify(refused))).toEqual({ trouble: '405 Method Not Allowed', grave: [] })
  expect(readAudit('')).toEqual({ trouble: 'no answer', grave: [] })
})

test('a range of engines admits the oldest Node or leaves it out', () => {
  const admitted = [
    '*',
    '>=18',
    '>= 20.19.0',
    '>=0.8.x',
    '20 || >=22',
    '^20.12||^22.13||>=24.0',
    '>=v12.22.7',
  ]
  expect(admitted.filter((range) => !admits(range, '>=20.19'))).toEqual([])
  const refused = ['>=22', '>= 20.20', '^22.13.0 || >=23.5.0', '18', '^20.19.1']
  expect(refused.filter((range) => admits(range, '>=20.19'))).toEqual([])
})

test('a locked package that needs a newer Node is listed with its range', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-engines-'))
  const packages = {
    '': { engines: { node: '>=20.19' } },
    'node_modules/old': { version: '1.0.0', engines: { node: '>=18' } },
    'node_modules/silent': { version: '1.0.0' },
    'node_modules/new': { version: '2.0.2', dev: true, engines: { node: '>=22' } },
  }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const found = tooNewIn(folder)
  rmSync(folder, { recursive: true })
  expect(found).toEqual(['node_modules/new 2.0.2 needs Node >=22'])
})
