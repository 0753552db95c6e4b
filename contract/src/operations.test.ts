import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OPERATIONS, OPERATION_NAMES } from './operations.ts'
import { CALLER_KINDS, verdictOf } from './rights.ts'

test('every row of rights is an operation, and every operation declared anywhere here is known', () => {
  const declared = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/= op\(\{\s*name: '([^']+)'/g),
    ])
    .map((match) => match[1]!)
  expect([...OPERATIONS.keys()].sort()).toEqual(OPERATION_NAMES.toSorted())
  expect(declared.sort()).toEqual(OPERATION_NAMES.toSorted())
})

test('no two operations share method and address', () => {
  const routes = [...OPERATIONS.values()].map((op) => `${op.method} ${op.path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test('nobody, the blocked and the expired reach public operations only; users reach none of the administrators', () => {
  for (const op of OPERATIONS.values())
    for (const kind of CALLER_KINDS) {
      const verdict = verdictOf(op.name, kind)
      if (op.who === 'public' || kind === 'administrator') expect(verdict).toBe('runs')
      else if (['nobody', 'blocked', 'expired'].includes(kind)) expect(verdict).toBe('SESSION_EXPIRED')
      else expect(verdict).toBe(op.who === 'admin' ? 'FORBIDDEN' : 'runs')
    }
})
