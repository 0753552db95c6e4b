import { expect, test } from 'vitest'
import { AFFILIATIONS, isOfExercise, isSidc, sidcFor } from './sidc.ts'

test('codes of fifteen letters and of twenty or thirty digits are symbols, other text is none', () => {
  for (const code of [
    'SUSP-----------',
    'SFSPXMO--------',
    'SHUPWM---------',
    'SNAPCH---------',
    'SUGPI-----H----',
  ])
    expect(isSidc(code)).toBe(true)
  expect(isSidc('10033000001400000000')).toBe(true)
  expect(isSidc('130330000014000000000000000000')).toBe(true)
  for (const code of [
    '',
    'SUSP',
    'susp-----------',
    'XUSP-----------',
    '1003300000140000000',
    "SUSP-------'---",
    'SUSP-----------\n',
  ])
    expect(isSidc(code)).toBe(false)
})

test('the affiliation and the exercise are characters of the code, and can be set over and over', () => {
  expect(sidcFor('SUSPXMO--------', 'HOSTILE', false)).toBe('SHSPXMO--------')
  expect(sidcFor('SHSPXMO--------', 'HOSTILE', true)).toBe('SKSPXMO--------')
  expect(sidcFor('SKSPXMO--------', 'SUSPECT', true)).toBe('SJSPXMO--------')
  expect(sidcFor('10033000001400000000', 'HOSTILE', true)).toBe('10163000001400000000')
  for (const code of ['SUSPXMO--------', '10033000001400000000'])
    for (const affiliation of AFFILIATIONS)
      for (const isExercise of [true, false]) {
        const made = sidcFor(code, affiliation, isExercise)
        expect(isSidc(made)).toBe(true)
        expect(isOfExercise(made)).toBe(isExercise)
        expect(sidcFor(made, 'UNKNOWN', false)).toBe(sidcFor(code, 'UNKNOWN', false))
      }
})
