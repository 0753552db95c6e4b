import { expect, test } from 'vitest'
import { etaOfText, fieldWords, particularWords } from './field-words.ts'

const words = ({ label, text, code }: ReturnType<typeof fieldWords>) =>
  `${label}: ${text}${code === null ? '' : ` (${code})`}`

test('particulars are shown in words and units, with the transmitted code beside them', () => {
  expect(words(particularWords('eta', 770250))).toBe('ETA: 24 Nov 03:10 UTC (770250)')
  expect(words(particularWords('draught', 34))).toBe('Draught: 3.4 m (34)')
  expect(words(particularWords('shipType', 52))).toBe('Ship type: Tug (52)')
  expect(words(particularWords('aidType', 31))).toBe('Kind of aid: Light vessel, large buoy or rig (31)')
  expect(words(particularWords('toBow', 120))).toBe('To bow: 120 m')
  expect(words(particularWords('imo', 74729))).toBe('IMO: 0074729')
  expect(words(particularWords('destination', 'INCOK'))).toBe('Destination: INCOK')
})

test('so do the fields of a raw message, in the units it was decoded to', () => {
  expect(words(fieldWords('draught', 3.4))).toBe('Draught: 3.4 m')
  expect(words(fieldWords('navStatus', 1))).toBe('Nav status: At anchor (1)')
  expect(words(fieldWords('sog', 12))).toBe('SOG: 12.0 kn')
  expect(words(fieldWords('second', 61))).toBe('Second of the fix: Entered manually (61)')
  expect(words(fieldWords('second', 7))).toBe('Second of the fix: 7')
  expect(words(fieldWords('raim', false))).toBe('RAIM: No')
  expect(words(fieldWords('cog', null))).toBe('COG: NA')
  expect(words(fieldWords('eta', { month: 11, day: 24, hour: null, minute: null }))).toBe('ETA: 24 Nov')
})

test('an ETA reads the same wherever it stands: as the crew keyed it in, without a year', () => {
  expect([etaOfText('11-24 03:10'), etaOfText(null)]).toEqual(['24 Nov 03:10 UTC', null])
})
