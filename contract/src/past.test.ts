import { expect, test } from 'vitest'
import { OPERATIONS } from './operations.ts'

const reads = [...OPERATIONS.values()].flatMap(({ name, past }) =>
  past === undefined ? [] : [[name, past] as const],
)
const wrongInstant = { as_of: 'not a time', at: 'not a time', known_by: 'not a time' }

const takesAsOf = (name: string) => {
  const reading = OPERATIONS.get(name)!.input(wrongInstant)
  return !reading.ok && reading.fields.some(({ field, why }) => field === 'as_of' && why.includes('ISO 8601'))
}

/**
 * Returns whether an operation's answers hold edited objects; an empty answer, list or page has no columns to
 * recognise.
 */
const pushesObjects = (name: string) =>
  [{}, [{}], { items: [{}] }].some((answer) => {
    const reading = OPERATIONS.get(name)!.output(answer)
    const missing = reading.ok ? [] : reading.fields.map(({ field }) => field.split('.').at(-1))
    return missing.includes('owner_id') && missing.includes('visibility')
  })

test('every read declares how it answers about the past', () => {
  for (const { name, right, past } of OPERATIONS.values())
    expect([name, past !== undefined]).toEqual([name, right.leaves !== 'change'])
})

test.each(reads)('%s takes an instant as declared: %s', (name, past) => {
  expect(takesAsOf(name)).toBe(past === 'AS_OF')
})

test('every edited object can be read as of any instant, by every operation that returns it', () => {
  const telling = reads.filter(([name]) => pushesObjects(name))
  expect(telling.map(([name]) => name)).toEqual(
    expect.arrayContaining(['AOI get', 'getExercises', 'EEZ get']),
  )
  for (const [name, past] of telling)
    expect([name, past]).toEqual([name, expect.stringMatching(/AS_OF|VERSIONS/)])
})
