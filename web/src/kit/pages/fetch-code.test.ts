import { afterEach, expect, test, vi } from 'vitest'
import { fetchCode, Unfetched } from './fetch-code.ts'

const NO_WAIT = [0, 0, 0]
/** Code that comes after some tries. */
function comingAfter(failures: number, why = 'Failed to fetch dynamically imported module: /assets/a.js') {
  const query = { times: 0 }
  const load = async () => {
    if (query.times++ < failures) throw new TypeError(why)
    return 'code'
  }
  return { query, load }
}

test('code that does not load at once is requested again', async () => {
  for (const why of [
    undefined,
    'error loading dynamically imported module: /assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])
    expect(await fetchCode(comingAfter(3, why).load, NO_WAIT)).toBe('code')
})

test('code that never loads is reported as unfetched after four attempts', async () => {
  const { query, load } = comingAfter(9)
  await expect(fetchCode(load, NO_WAIT)).rejects.toThrow(Unfetched)
  expect(query.times).toBe(4)
})

test('a fault in loaded code is thrown at once, unchanged', async () => {
  const { query, load } = comingAfter(9, 'x is not a function')
  await expect(fetchCode(load, NO_WAIT)).rejects.toThrow('x is not a function')
  expect(query.times).toBe(1)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  [true, ['shown']],
  [false, ['shown', 'later']],
])('when the browser saves data is %s, the code fetched ahead is %j', async (saveData, expected) => {
  vi.stubGlobal('navigator', { connection: { saveData } })
  vi.resetModules()
  const code = await import('./fetch-code.ts')
  const fetched: string[] = []
  code.fetchAhead(async () => fetched.push('later'))
  code.fetchLate(async () => fetched.push('shown'))
  await code.fetchRest()
  expect(fetched).toEqual(expected)
  code.fetchLate(async () => fetched.push('shown after the rest'))
  expect(fetched.at(-1)).toBe('shown after the rest')
})
