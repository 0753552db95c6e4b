import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aRule, aSea, fix } from '../../testing/a-sea.ts'

/**
 * Returns whether an expression holds for a vessel of 120 m at 10 knots on course 90, heading 90, unless `more`
 * differs.
 */
function holds(text: string, more: Parameters<typeof fix>[1] = {}): boolean {
  const sea = aSea([aRule({ k: 'expr', text })])
  sea.sails(fix(0, more))
  return sea.changes.length === 1
}

test.each([
  ['sog > 2 kn', true],
  ['sog > 2 kn and length >= 100 m', true],
  ['sog > 12 kn or length < 0.1 nm', true],
  ['not (sog > 12 kn)', true],
  ['length > 0.1 km + 30 m', false],
  ['sog * 2 - 5 kn = 15 kn', true],
  ['sog / 2 kn = 5', true],
  ["ship_type = 'cargo' and country != 'Panama'", true],
  ['turn(cog, true_heading) > 45 deg', false],
  ['abs(latitude) < 10 deg', true],
  ['max(sog, 12 kn) = 12 kn', true],
])('%s is %s', (text, expected) => expect(holds(text)).toBe(expected))

test('the difference of two courses is the short way round; unknown is neither true nor false', () => {
  expect(holds('turn(cog, true_heading) > 45 deg', { cog: 350, heading: 20 })).toBe(false)
  expect(holds('turn(cog, true_heading) > 45 deg', { cog: 300, heading: 20 })).toBe(true)
  expect(holds('sog > 2 kn', { sog: Number.NaN })).toBe(false)
  expect(holds('not (sog > 2 kn)', { sog: Number.NaN })).toBe(false)
  expect(holds('sog > 2 kn or length > 100 m', { sog: Number.NaN })).toBe(true)
})

test.each([
  ['sog > 2', 'speed cannot be compared with number; give a unit'],
  ['sog > 2 m', 'speed cannot be compared with length'],
  ['sog + length > 2 kn', 'length cannot be added to speed'],
  ['sog >', 'at the end'],
  ['process.exit()', 'letter 8'],
  ['constructor > 2', 'is not a field, number or function'],
  ['sog > 2 kn kn', 'nothing more was expected'],
  ['sog', 'a comparison was expected'],
  ["ship_name > 'a'", 'texts are compared with = and !='],
  ['('.repeat(60), 'nested too deep'],
])('%s is refused with its place', (text, why) => {
  expect(() => aSea([aRule({ k: 'expr', text })])).toThrow(why)
})

test('whatever is written is read or refused, and never more', () => {
  const words = fc.constantFrom(
    'sog',
    'cog',
    'length',
    '(',
    ')',
    'and',
    'or',
    'not',
    '>',
    '<=',
    '+',
    '*',
    '/',
    '2',
    '3 kn',
    '5 m',
    'abs',
    ',',
    "'x'",
    'ship_name',
    '=',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (some) => {
      try {
        holds(some.join(' '))
      } catch (error) {
        expect(String(error)).toMatch(/RangeError|Error: \[/)
      }
    }),
  )
})
