import { expect, test } from 'vitest'
import { laterOf, type Alert } from './alerts.ts'

const alertOf = (id: string, version: number) => ({ id, version }) as Alert

test('a late push of another server replaces nothing newer; another id is another alert', () => {
  const [before, after] = [alertOf('one', 2), alertOf('one', 3)]
  expect(laterOf(before, after)).toBe(after)
  expect(laterOf(after, before)).toBe(after)
  expect(laterOf(after, alertOf('one', 3))).toBe(after)
  expect(laterOf(null, before)).toBe(before)
  expect(laterOf(after, alertOf('other', 1))).toMatchObject({ id: 'other' })
})
