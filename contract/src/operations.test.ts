import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { OPERATIONS } from './operations.ts'
import { BOUNDS, CALLER_KINDS, verdictOf } from './rights.ts'

test('every declared operation is listed exactly once', () => {
  const declared = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/= op\(\{\s*name: '([^']+)'/g),
    ])
    .map((match) => match[1]!)
  expect(declared.sort()).toEqual([...OPERATIONS.keys()].sort())
})

test('the example of every operation fits', () => {
  for (const { name, input, example } of OPERATIONS.values())
    expect({ name, reading: input(example) }).toMatchObject({ name, reading: { ok: true } })
})

test('no two operations share method and address', () => {
  const routes = [...OPERATIONS.values()].map((op) => `${op.method} ${op.path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test('callers reach only the operations of their role; without a session, only public ones', () => {
  for (const op of OPERATIONS.values())
    for (const kind of CALLER_KINDS) {
      const verdict = verdictOf(op.right, kind)
      if (op.who === 'public' || kind === 'administrator') expect(verdict).toBe('runs')
      else if (['nobody', 'blocked', 'expired'].includes(kind)) expect(verdict).toBe('SESSION_EXPIRED')
      else expect(verdict).toBe(op.who === 'admin' ? 'FORBIDDEN' : 'runs')
    }
})

type Def = { type: string; checks?: { _zod: { def: { check: string; maximum?: number } } }[] } & Record<
  string,
  unknown
>
const defOf = (schema: unknown) => (schema as { _zod: { def: Def } })._zod.def
const LIMITS = new Set(['max_length', 'max_size', 'length_equals', 'size_equals'])
const hasLimit = ({ checks = [] }: Def) => checks.some(({ _zod }) => LIMITS.has(_zod.def.check))
/** Returns true for a schema with its own rule, which states the limit. */
const isChecked = ({ checks = [] }: Def) => checks.some(({ _zod }) => _zod.def.check === 'custom')
/** A pattern that ends somewhere is a limit too. */
const isMatched = ({ checks = [] }: Def) =>
  checks.some(({ _zod: { def } }) => {
    const { check, pattern } = def as { check: string; pattern?: RegExp }
    return check === 'string_format' && pattern !== undefined && !/[*+]|,\}/.test(pattern.source)
  })

/** Where an input takes as much as anybody sends: texts, lists and records without a limit, and anything at all. */
function unbounded(schema: unknown, at: string, seen = new Set<unknown>()): string[] {
  if (schema === undefined || seen.has(schema)) return []
  seen.add(schema)
  const def = defOf(schema)
  const into = (inner: unknown, name = at) => unbounded(inner, name, seen)
  switch (def.type) {
    case 'string':
      return hasLimit(def) || isMatched(def) ? [] : [`${at}: text`]
    case 'array':
      return [...(hasLimit(def) ? [] : [`${at}: list`]), ...into(def['element'], `${at}[]`)]
    case 'record':
      return [
        ...(isChecked(def) ? [] : [`${at}: record`]),
        ...into(def['keyType'], `${at} keys`),
        ...into(def['valueType'], `${at}.*`),
      ]
    case 'unknown':
    case 'any':
      return isChecked(def) ? [] : [`${at}: anything`]
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, one]) => into(one, `${at}.${name}`))
    case 'union':
      return (def['options'] as unknown[]).flatMap((one) => into(one))
    case 'tuple':
      return (def['items'] as unknown[]).flatMap((one, i) => into(one, `${at}[${i}]`))
    case 'lazy':
      return into((def['getter'] as () => z.ZodType)())
    case 'pipe':
      // What is looked at as it came is bounded by what it becomes.
      return defOf(def['in']).type === 'transform' ? into(def['out']) : into(def['in'])
    default:
      return 'innerType' in def ? into(def['innerType']) : []
  }
}

test('no input of any operation takes a text, a list or a record without a limit', () => {
  const found = [...OPERATIONS.values()].flatMap((op) => unbounded(op.shape, op.name))
  expect(found).toEqual([])
})

/** Fields of the object that an input is, through what wraps it. */
function fieldsOf(schema: unknown): Record<string, unknown> {
  const def = defOf(schema)
  if (def.type === 'object') return def['shape'] as Record<string, unknown>
  if (def.type === 'union')
    return Object.assign({}, ...(def['options'] as unknown[]).map(fieldsOf)) as Record<string, unknown>
  const inner = def['innerType'] ?? def['in']
  return inner === undefined ? {} : fieldsOf(inner)
}

test('every operation is costly or declares its bound, and takes the parameters of that bound', () => {
  const wrong = [...OPERATIONS.values()].flatMap(
    ({ name, shape, past, right: { costly, bounded, stream } }) => {
      const takes = fieldsOf(shape)
      const isDeclared =
        costly === 'always' ? bounded === undefined : bounded !== undefined && bounded in BOUNDS
      const faults = [
        [isDeclared, 'declares neither costly nor bounded, or both'],
        [costly === 'always' || 'limit' in takes === (bounded === 'PAGE'), 'PAGE and limit belong together'],
        [bounded !== 'PAGE' || 'cursor' in takes, 'PAGE without a cursor'],
        [
          costly === 'always' || (past === 'VERSIONS') === (bounded === 'VERSIONS'),
          'VERSIONS and past VERSIONS belong together',
        ],
        [
          costly === 'always' || (stream !== undefined) === (bounded === 'FILE'),
          'FILE and stream belong together',
        ],
        [costly !== 'past' || 'as_of' in takes, 'costly in the past without as_of'],
      ] as const
      return faults.flatMap(([isRight, why]) => (isRight ? [] : [`${name}: ${why}`]))
    },
  )
  expect(wrong).toEqual([])
})

/** Operations whose names are file names, chosen by the author of the file. */
const OF_FILES = [
  'uploadFiles (chat)',
  'uploadEventFile',
  'uploadStaticPdf',
  'checkEezImport',
  'checkPortImport',
  'checkVesselListImport',
  'startImport',
  'checkRegisterImport',
  'uploadVesselImage',
  'uploadMailFile',
  'uploadForumFile',
]
test('every typed name is refused with the characters it may not contain', () => {
  const named = [...OPERATIONS.values()].filter(
    (op) =>
      'name' in ((defOf(op.shape)['shape'] as object | undefined) ?? {}) &&
      op.method === 'POST' &&
      !OF_FILES.includes(op.name),
  )
  expect(named.length).toBeGreaterThan(12)
  for (const op of named)
    for (const sign of '/<>#!~^$=') {
      const reading = op.input({ name: `Patrol ${sign} 1` })
      const why = reading.ok ? undefined : reading.fields.find(({ field }) => field === 'name')?.why
      expect([op.name, why]).toEqual([op.name, 'may not hold any of / < > # ! ~ ^ $ ='])
    }
})
