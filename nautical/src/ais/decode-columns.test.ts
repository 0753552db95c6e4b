import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BIT_BAD_CHECKSUM, BIT_OWN_SHIP } from './columns.ts'
import { BitWriter } from './encode-bits.ts'
import { encodeSentences, encodeTagBlock, sealed } from './encode-sentences.ts'
import { encodeLongRange, encodePosition, encodeStaticData, encodeStaticVoyage } from './encode.ts'
import type { AisMessage } from './messages-link.ts'
import { bytesOf, receive, listener } from './testing.ts'

const SOG_8 = { mmsi: '419000123', lon: 72.8, lat: 18.9, sog: 8, cog: 200, trueHeading: 199, second: 30 }
const aVoyage = (mmsi: string, name: string, sequenceId = 3, radioChannel: 'A' | 'B' | '' = 'A') =>
  encodeStaticVoyage({ mmsi, name, destination: 'COLOMBO' }, { sequenceId, radioChannel }) as [string, string]

/** The sentence with another payload, sealed again. */
const withFields = (sentence: string, change: (fields: string[]) => void) => {
  const fields = sentence.slice(1, sentence.indexOf('*')).split(',')
  change(fields)
  return sealed(fields.join(','))
}

const [X1, X2] = aVoyage('419000001', 'ASHA')
const [Y1, Y2] = aVoyage('419000002', 'BEENA', 4)

describe('the thirteen streams no other decoder reads without a mistake', () => {
  const names = (lines: string[]) => receive(lines).statics.map(({ name }) => name)

  test('A: the second part comes before the first', () => {
    expect(names([X2, X1])).toEqual(['ASHA'])
  })

  test('B: parts of two ships interleave under two sequence numbers', () => {
    expect(names([X1, Y1, X2, Y2])).toEqual(['ASHA', 'BEENA'])
  })

  test('C: two ships use the same sequence number on the two radio channels', () => {
    const [b1, b2] = aVoyage('419000002', 'BEENA', 3, 'B')
    expect(names([X1, b1, X2, b2])).toEqual(['ASHA', 'BEENA'])
  })

  test('D: each part comes twice, and the copies do not spoil the next message of the sequence', () => {
    const [next1, next2] = aVoyage('419000009', 'CHITRA')
    expect(names([X1, X1, X2, X2])).toEqual(['ASHA'])
    expect(names([X1, X1, X2, X2, next1, next1, next2, next2])).toEqual(['ASHA', 'CHITRA'])
  })

  test('E: the parts have no sequence number', () => {
    expect(names([X1, X2].map((line) => withFields(line, (fields) => (fields[3] = ''))))).toEqual(['ASHA'])
  })

  test('F: a position of the own receiver stands between the parts', () => {
    expect(names([X1, '$GPRMC,195719,A,5310.8115,N,00525.7025,E,0.0,0.0,160414,0.7,E,A*10', X2])).toEqual([
      'ASHA',
    ])
  })

  test('G: a part is lost and another message follows', () => {
    expect(receive([X1, ...encodePosition(SOG_8)])).toMatchObject({ statics: [], positions: [{ sog: 80 }] })
  })

  test('H: the first part of one message is never joined to the second of a shorter one', () => {
    const shorter = withFields(X2, (fields) => {
      fields[5] = fields[5]!.slice(2)
    })
    const { statics, decoder } = receive([X1, shorter])
    expect(statics).toEqual([])
    expect(decoder.counters.malformed).toBe(1)
  })

  test('I: a vessel that knows nothing about itself is received, with nothing known', () => {
    expect(receive(encodePosition({ mmsi: '419000123' })).positions).toMatchObject([
      { mmsi: 419000123, lat: null, lon: null, sog: null, cog: null, heading: null, second: 60 },
    ])
  })

  test('J: part A of class B static data comes with 162 bits', () => {
    const [line] = encodeStaticData({ part: 'A', mmsi: '419000123', name: 'DHOW' })
    expect(names([withFields(line!, (fields) => (fields[6] = '0'))])).toEqual(['DHOW'])
  })

  test('K: a position comes with 36 bits too many', () => {
    const line = withFields(encodePosition(SOG_8)[0]!, (fields) => (fields[5] += '000000'))
    expect(receive([line]).positions).toMatchObject([{ sog: 80 }])
  })

  test('L: the checksum is in small letters', () => {
    const lines = Array.from({ length: 16 }, (_, second) => encodePosition({ ...SOG_8, second })[0]!)
    const small = lines.map((line) => line.slice(0, -2) + line.slice(-2).toLowerCase())
    expect(small).not.toEqual(lines)
    expect(receive(small).positions).toHaveLength(16)
  })

  test('M: station and time follow the checksum, as the US Coast Guard writes them', () => {
    const [line] = encodePosition(SOG_8)
    expect(receive([`${line},r003669987,1152921693`]).positions).toMatchObject([
      { station: 'r003669987', observedAt: 1152921693000 },
    ])
  })
})

describe('receiving station and time', () => {
  test('a tag block names station and time, in seconds or milliseconds', () => {
    const seconds = encodePosition(SOG_8, { tagBlock: { c: 1767607200, s: 'MSIS' } })
    const milliseconds = encodePosition(SOG_8, { tagBlock: { c: 1767607200250, s: 'MSIS' } })
    expect(receive([...seconds, ...milliseconds]).positions).toMatchObject([
      { station: 'MSIS', observedAt: 1767607200000 },
      { station: 'MSIS', observedAt: 1767607200250 },
    ])
  })

  test('a tag block with a wrong checksum is counted and not believed, and its sentence is decoded', () => {
    const [line] = encodePosition(SOG_8)
    const { positions, decoder } = receive([`\\s:FALSE,c:1767607200*00\\${line}`])
    expect(positions).toMatchObject([{ sog: 80, station: null, observedAt: Number.NaN }])
    expect(decoder.counters.badTagChecksum).toBe(1)
  })

  test('the time of a group stands in its first sentence only and holds for the message', () => {
    const lines = encodeStaticVoyage(
      { mmsi: '419000123', name: 'ASHA' },
      { tagBlock: { c: 1767607200, g: { group: 99 } } },
    )
    expect(receive(lines).statics).toMatchObject([{ name: 'ASHA', observedAt: 1767607200000 }])
  })

  test('a tag block goes before the suffix', () => {
    const [line] = encodePosition(SOG_8, { tagBlock: { c: 1767607200, s: 'MSIS' } })
    expect(receive([`${line},r003669987,1152921693`]).positions).toMatchObject([
      { station: 'MSIS', observedAt: 1767607200000 },
    ])
  })

  test('a satellite feed writes the time in a $PGHP line before the sentence', () => {
    const lines = ['$PGHP,1,2012,1,31,6,41,5,250,338,2,,1,09*17', ...encodePosition(SOG_8)]
    expect(receive([...lines, ...encodePosition(SOG_8)]).positions).toMatchObject([
      { observedAt: Date.UTC(2012, 0, 31, 6, 41, 5, 250) },
      { observedAt: Number.NaN },
    ])
  })

  test('station names beyond the limit are refused and counted, and the reports still come through', () => {
    const [line] = encodePosition(SOG_8)
    const lines = Array.from({ length: 65_540 }, (_, i) => `${encodeTagBlock({ s: `R${i}` })}${line}`)
    const { positions, decoder } = receive(lines)
    expect(positions).toHaveLength(65_540)
    expect(decoder.stations).toHaveLength(65_536)
    expect(decoder.counters.stationsRefused).toBe(4)
    expect(positions.at(-1)!.station).toBe(null)
    expect(positions[65_535]!.station).toBe('R65535')
  })
})

describe('feeds as they are', () => {
  test('any two characters may talk, and own-ship reports are marked', () => {
    const lines = ['AI', 'BS', 'B2', 'SA'].flatMap((talker) => encodePosition(SOG_8, { talker, vdo: true }))
    const { positions } = receive(lines)
    expect(positions).toHaveLength(4)
    expect(positions.every(({ bits }) => (bits & BIT_OWN_SHIP) !== 0)).toBe(true)
  })

  test('a logger puts its clock, or JSON, around the sentence', () => {
    const [line] = encodePosition(SOG_8, { tagBlock: { s: 'MSIS' } })
    const json = `{"class":"AIS","nmea":["${encodePosition(SOG_8)[0]}","${encodePosition(SOG_8)[0]}"]}`
    expect(receive([`2026-01-05 10:00:00.123 ${line}`, `  ${line}`, json]).positions).toHaveLength(4)
  })

  test('a sentence that lost its end, or a stray mark, does not take the next with it', () => {
    const [line] = encodePosition(SOG_8)
    const { positions, decoder } = receive([`${line!.slice(0, 30)}${line}`, `sudden stop! ${line}`])
    expect(positions).toHaveLength(2)
    expect(decoder.counters).toMatchObject({ malformed: 1, notAis: 1 })
  })

  test('GoFree writes a further field before the fill bits and leaves the radio channel out', () => {
    const lines = [X1, X2].map((line) =>
      withFields(line, (fields) => ((fields[4] = ''), (fields[6] = '0,2'))),
    )
    expect(receive(lines).statics).toMatchObject([{ name: 'ASHA' }])
  })

  test('a sentence with a wrong checksum is dropped, or marked where the operator requests it', () => {
    const wrong = encodePosition(SOG_8)[0]!.replace(/\*..$/, '*00')
    expect(receive([wrong])).toMatchObject({ positions: [], decoder: { counters: { badChecksum: 1 } } })
    const { positions } = receive([wrong], { checksum: 'mark' })
    expect(positions[0]!.bits & BIT_BAD_CHECKSUM).toBe(BIT_BAD_CHECKSUM)
  })

  test('two receivers of one transmission give the same hash, another transmission another', () => {
    const heard = receive([
      ...encodePosition(SOG_8, { tagBlock: { s: 'A' } }),
      ...encodePosition(SOG_8, { talker: 'BS', tagBlock: { s: 'B' } }),
      ...encodePosition({ ...SOG_8, second: 31 }),
    ])
    const [first, second, third] = heard.positions.map(({ hash }) => hash)
    expect(first).toBe(second)
    expect(third).not.toBe(first)
  })

  test('a distress text comes as a full object beside the rows, positions do not', () => {
    const text = new BitWriter().integer(14, 6).integer(0, 2).integer(970_010_119, 30).integer(0, 2)
    const messages: [AisMessage, string | null][] = []
    const lines = encodeSentences(text.text('SART ACTIVE', 11), { tagBlock: { s: 'MSIS' } })
    const { positions } = receive([...lines, ...encodePosition(SOG_8)], {
      onMessage: (message, { station }) => messages.push([message, station]),
    })
    expect(positions).toHaveLength(1)
    expect(messages).toEqual([[{ type: 14, repeat: 0, mmsi: '970010119', text: 'SART ACTIVE' }, 'MSIS']])
  })

  test('a position off the globe is distinguished from one that is not available', () => {
    const { positions } = receive(encodePosition({ ...SOG_8, lat: 95, lon: 181 }))
    expect(positions).toMatchObject([{ lat: 95 * 600_000, lon: null }])
  })

  test('a long-range report speaks in the units of the others', () => {
    const { positions } = receive(
      encodeLongRange({ mmsi: '419000123', lat: -10.5, lon: 80, sog: 12, cog: 90 }),
    )
    expect(positions).toMatchObject([{ lat: -6_300_000, lon: 48_000_000, sog: 120, cog: 900, heading: null }])
  })

  test('a part that waited too long is given up, by the clock', () => {
    const { statics, decoder } = listener()
    decoder.feed(bytesOf(`${X1}\n`), 0)
    decoder.feed(bytesOf(`${X2}\n`), 60_000)
    decoder.flush()
    expect(statics).toEqual([])
    expect(decoder.counters.incomplete).toBe(1)
  })
})

describe('bytes that are no feed at all', () => {
  const good = `${encodePosition(SOG_8)[0]}\r\n`

  test('the stream may be cut anywhere', () => {
    const lines = [...encodePosition(SOG_8, { tagBlock: { c: 1767607200, s: 'MSIS' } }), X1, X2]
    const stream = bytesOf(lines.map((line) => `${line}\r\n`).join(''))
    const whole = receive(lines)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 20 }), (cuts) => {
        const { positions, statics, decoder } = listener()
        let start = 0
        for (const cut of [...cuts.sort((a, b) => a - b), stream.length]) {
          decoder.feed(stream.subarray(start, cut), 0)
          start = cut
        }
        decoder.flush()
        expect({ positions, statics }).toEqual({ positions: whole.positions, statics: whole.statics })
      }),
    )
  })

  test('after any bytes and a line end, the next good sentence is decoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        const { positions, decoder } = listener()
        decoder.feed(noise, 0)
        decoder.feed(bytesOf(`\n${good}`), 0)
        decoder.flush()
        expect(positions.at(-1)).toMatchObject({ sog: 80 })
      }),
      { numRuns: 500 },
    )
  })

  test('sentences cut short or changed in one byte never throw', () => {
    const line = `${encodeTagBlock({ c: 1767607200, s: 'MSIS', g: { group: 7 } })}${X1}`
    fc.assert(
      fc.property(fc.nat(line.length), fc.nat(line.length), fc.nat(255), (length, at, byte) => {
        const bytes = bytesOf(`${line.slice(0, length)}\n`)
        bytes[Math.min(at, bytes.length - 1)] = byte
        const { positions, decoder } = listener({ checksum: 'mark' })
        decoder.feed(bytes, 0)
        decoder.feed(bytesOf(`\n${good}`), 0)
        decoder.flush()
        expect(positions.at(-1)).toMatchObject({ sog: 80 })
      }),
      { numRuns: 1000 },
    )
  })

  test('a checksum that lacks a digit is wrong, whatever the bytes before it add up to', () => {
    const { positions, decoder } = listener()
    for (const digits of ['F', '0', '', 'FG'])
      for (let byte = 0; byte < 256; byte++) {
        if (byte === 10) continue
        const line = bytesOf(`!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*${digits}\n`)
        line[12] = byte
        decoder.feed(line, 0)
      }
    decoder.feed(bytesOf(good), 0)
    decoder.flush()
    expect(positions).toMatchObject([{ sog: 80 }])
  })

  test('a line of ten megabytes is thrown away while it comes, and counted once', () => {
    const { positions, decoder } = listener()
    const piece = new Uint8Array(65_536).fill(65)
    for (let i = 0; i < 160; i++) decoder.feed(piece, 0)
    decoder.feed(bytesOf(`\r\n${good}`), 0)
    decoder.flush()
    expect(decoder.counters.overflow).toBe(1)
    expect(positions).toMatchObject([{ sog: 80 }])
  })

  test('a megabyte of payload in one chunk is refused', () => {
    const { positions, decoder } = listener()
    decoder.feed(bytesOf(`!AIVDM,1,1,,A,${'1'.repeat(1_000_000)},0*00\n${good}`), 0)
    decoder.flush()
    expect(positions).toHaveLength(1)
    expect(decoder.counters.malformed).toBe(1)
  })

  test('a message shorter than its type is counted, not guessed', () => {
    const { positions, decoder } = receive(encodeSentences(new BitWriter().integer(1, 6).integer(0, 94)))
    expect(positions).toEqual([])
    expect(decoder.counters.malformed).toBe(1)
  })

  test('the last line of a datagram needs no line end', () => {
    const { positions, decoder } = listener()
    decoder.feed(bytesOf(good.trimEnd()), 0)
    decoder.endLine()
    decoder.flush()
    expect(positions).toHaveLength(1)
  })
})
