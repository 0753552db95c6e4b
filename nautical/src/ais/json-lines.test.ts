import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonBytes } from './json-bytes.ts'
import { JsonLines } from './json-lines.ts'
import { encodePosition, encodeStaticData, encodeStaticVoyage } from './encode.ts'
import { receiveMessages } from './testing.ts'

test('each message is one line of the JSON any other program would write', () => {
  const sentences = [
    ...encodePosition({ mmsi: '419000123', lon: -72.812345, lat: -0.000017, sog: 8.4, cog: 200, rot: -3.2 }),
    ...encodePosition({ mmsi: '000000001', turning: 'port', accuracy: true, raim: true }),
    ...encodeStaticVoyage({ mmsi: '419000123', name: 'SEA "DOG" \\1', imo: '9074729', draught: 9.5 }),
    ...encodeStaticData({ part: 'A', mmsi: '419000123', name: 'DHOW' }),
    ...encodeStaticData({ part: 'B', mmsi: '419000123', callSign: 'AUXY' }),
  ]
  const { messages, receptions } = receiveMessages(sentences)
  let text = ''
  const lines = new JsonLines((bytes) => (text += new TextDecoder().decode(bytes)))
  for (const [i, message] of messages.entries()) lines.add(message, receptions[i]!)
  lines.flush()
  const expected = messages.map((message) => JSON.stringify({ ...message, radioChannel: 'A' }))
  expect(text).toBe(`${expected.join('\n')}\n`)
})

test('only known data about the reception of a message are written', () => {
  const [line] = encodePosition(
    { mmsi: '419000123' },
    { vdo: true, tagBlock: { c: 1767607200, s: 'BH"ARAT' } },
  )
  const { messages, receptions } = receiveMessages([line!])
  let text = ''
  const lines = new JsonLines((bytes) => (text += new TextDecoder().decode(bytes)))
  lines.add(messages[0]!, receptions[0]!)
  lines.flush()
  expect(JSON.parse(text)).toEqual({
    ...messages[0],
    radioChannel: 'A',
    ownShip: true,
    observedAt: 1767607200000,
    station: 'BH"ARAT',
  })
})

test('every number of at most six decimals and every text comes out as JSON has it', () => {
  const number = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.tuple(fc.integer(), fc.constantFrom(10, 100, 1000, 1e6)).map(([raw, scale]) => raw / scale),
  )
  fc.assert(
    fc.property(fc.oneof(number, fc.string({ maxLength: 60 }), fc.boolean(), fc.constant(null)), (value) => {
      const out = new JsonBytes(1024)
      out.value(value)
      expect(new TextDecoder().decode(out.bytes.subarray(0, out.used))).toBe(JSON.stringify(value))
    }),
    { numRuns: 2000 },
  )
})
