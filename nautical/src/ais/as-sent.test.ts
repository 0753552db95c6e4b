import { describe, expect, test } from 'vitest'
import { BitWriter } from './encode-bits.ts'
import { encodeSentences, encodeTagBlock, sealed } from './encode-sentences.ts'
import { encodeAidToNavigation, encodePosition, encodeStaticVoyage } from './encode.ts'
import { receive, receiveMessages, listener } from './testing.ts'

const REPORT = { mmsi: '419000123', lon: 72.8, lat: 18.9, sog: 8 }
const utf8 = (text: string) => new TextEncoder().encode(text)
const begin = (type: number, mmsi = 419000123) =>
  new BitWriter().integer(type, 6).integer(0, 2).integer(mmsi, 30).integer(0, 2)

describe('messages longer than their type', () => {
  test('a receiver appended bytes to static data, and the ship is known by name', () => {
    const lines = [
      '!AIVDM,2,1,5,A,55?nTF02>Bk8STL>22055D608iDF222222222216=0E>64o60?2T86Cjp8888888,0*06',
      '!AIVDM,2,2,5,A,8888882bK7p92,0*44',
    ]
    expect(receive(lines).statics).toMatchObject([{ mmsi: 352_167_000, name: 'AQUA BLUE' }])
    expect(receiveMessages(lines).messages).toMatchObject([
      { type: 5, name: 'AQUA BLUE', destination: 'JP YOK' },
    ])
  })

  test.each([432, 448, 462, 472])('static data of %i bits counts', (bits) => {
    const writer = begin(5).integer(0, 30).text('VTXA', 7).text('ASHA', 20)
    writer.integer(80, 8).integer(0, 30).integer(1, 4).integer(0, 20).integer(51, 8).text('COLOMBO', 20)
    while (writer.bitLength < bits) writer.integer(0, 1)
    expect(receive(encodeSentences(writer)).statics).toMatchObject([{ name: 'ASHA' }])
  })

  test('lists of stations end where no station is named', () => {
    const pad = (bits: BitWriter) => encodeSentences(bits.integer(0, 30).integer(0, 30).integer(0, 30))
    const last = (bits: BitWriter) => receiveMessages(pad(bits)).messages[0]
    expect(last(begin(7).integer(477553000, 30).integer(1, 2))).toMatchObject({
      acknowledged: [{ mmsi: '477553000', sequence: 1 }],
    })
    expect(last(begin(15).integer(477553000, 30).integer(5, 6).integer(0, 12))).toMatchObject({
      interrogated: [{ mmsi: '477553000' }],
    })
    expect(
      last(begin(16).integer(477553000, 30).integer(11, 12).integer(22, 10).integer(0, 4)),
    ).toMatchObject({
      assigned: [{ mmsi: '477553000' }],
    })
    const remaining = begin(20).integer(7, 12).integer(5, 4).integer(3, 3).integer(225, 11).integer(0, 2)
    expect(last(remaining)).toMatchObject({ reservations: [{ slotOffset: 7 }] })
  })
})

describe('values that no station can have', () => {
  test('a number of ten digits is refused and counted', () => {
    const lines = encodePosition({ ...REPORT, mmsi: 1_073_741_823 })
    expect(receive(lines)).toMatchObject({
      positions: [],
      decoder: { counters: { malformed: 1, messages: 0 } },
    })
    expect(receiveMessages(lines)).toMatchObject({ messages: [], decoder: { counters: { malformed: 1 } } })
    expect(receive(encodePosition({ ...REPORT, mmsi: 999_999_999 })).positions).toHaveLength(1)
  })

  test.each(['1,2', '1,0'])('a sentence that calls itself part %s is refused and counted', (parts) => {
    const line = sealed(encodePosition(REPORT)[0]!.slice(1).replace(/\*.*/, '').replace('1,1', parts))
    expect(receive([line])).toMatchObject({ positions: [], decoder: { counters: { malformed: 1 } } })
  })

  test('a place beyond the globe is no place in full objects', () => {
    const [message] = receiveMessages(encodePosition({ ...REPORT, lat: 95, lon: 200 })).messages
    expect(message).toMatchObject({ lat: null, lon: null })
    const aid = encodeAidToNavigation({ mmsi: '994190001', lat: -90.5, lon: -180.5 })
    expect(receiveMessages(aid).messages).toMatchObject([{ lat: null, lon: null }])
  })
})

describe('names', () => {
  const aid = (name: string) => encodeAidToNavigation({ mmsi: '994190001', name, lat: 18.9, lon: 72.8 })

  test('an aid to navigation has up to 34 characters', () => {
    const name = 'MUMBAI HARBOUR NORTH CHANNEL BUOY9'
    expect(receive(aid(name)).statics).toMatchObject([{ name }])
    expect(receive(aid('FAIRWAY BUOY OF THE  NORTH')).statics).toMatchObject([
      { name: 'FAIRWAY BUOY OF THE  NORTH' },
    ])
    expect(receive(aid('FAIRWAY')).statics).toMatchObject([{ name: 'FAIRWAY' }])
  })

  test('text after the end of a name does not belong to it', () => {
    const lines = encodeSentences(
      begin(21).integer(0, 3).text('FAIRWAY', 20).integer(0, 109).text('LEFTOVER', 8),
    )
    expect(receiveMessages(lines).messages).toMatchObject([{ name: 'FAIRWAY' }])
    expect(receive(lines).statics).toMatchObject([{ name: 'FAIRWAY' }])
  })

  test('a tag block writes reserved characters in hexadecimal, and names in UTF-8', () => {
    const { decoder, positions } = listener()
    const [line] = encodePosition(REPORT)
    decoder.feed(utf8(`${encodeTagBlock({ s: 'COAST,1' })}${line}\n`), 0)
    decoder.feed(utf8(`${encodeTagBlock({ s: 'Ålesund' })}${line}\n`), 0)
    // The same letter in Latin-1.
    decoder.feed(
      Uint8Array.from('\\s:Ål*E0\\', (letter) => letter.charCodeAt(0)),
      0,
    )
    decoder.feed(utf8(`${line}\n`), 0)
    decoder.flush()
    expect(positions.map(({ station }) => station)).toEqual(['COAST,1', 'Ålesund', 'Ål'])
    expect(encodeTagBlock({ s: 'COAST,1' })).toContain('COAST^2C1')
  })

  test('texts of a tag block, too', () => {
    const lines = encodePosition(REPORT, { tagBlock: { t: 'drill, only', d: 'IFC*2' } })
    expect(receiveMessages(lines).receptions).toMatchObject([
      { tagText: 'drill, only', tagDestination: 'IFC*2' },
    ])
  })
})

describe('parts', () => {
  test('of two talkers that share sequence and radio channel do not meet', () => {
    const voyage = (mmsi: string, name: string, talker: string) =>
      encodeStaticVoyage({ mmsi, name, destination: 'COLOMBO' }, { talker, sequenceId: 3 })
    const [a1, a2] = voyage('419000001', 'ASHA', 'AI') as [string, string]
    const [b1, b2] = voyage('419000002', 'BEENA', 'BS') as [string, string]
    expect(receive([a1, b1, a2, b2]).statics.map(({ name }) => name)).toEqual(['ASHA', 'BEENA'])
    expect(receive([a1, b1, b2, a2]).statics.map(({ name }) => name)).toEqual(['BEENA', 'ASHA'])
  })
})

describe('streams', () => {
  test('lines may end with a carriage return alone, wherever the stream is cut', () => {
    const stream = utf8(
      Array.from({ length: 3 }, (_, second) => `${encodePosition({ ...REPORT, second })[0]}\r`).join(''),
    )
    for (let cut = 0; cut < stream.length; cut++) {
      const { decoder, positions } = listener()
      decoder.feed(stream.subarray(0, cut), 0)
      decoder.feed(stream.subarray(cut), 0)
      decoder.flush()
      expect(positions).toHaveLength(3)
    }
  })

  test('a message repeated minutes later by its tag block is another one; copies are counted', () => {
    const voyage = (c: number) =>
      encodeStaticVoyage({ mmsi: '419000123', name: 'ASHA' }, { tagBlock: { c, s: 'MSIS' } })
    const { statics, decoder } = receive([
      ...voyage(1767607200),
      ...voyage(1767607201),
      ...voyage(1767607560),
      ...voyage(1767607560),
    ])
    expect(statics.map(({ observedAt }) => observedAt / 1000)).toEqual([1767607200, 1767607560])
    expect(decoder.counters.repeated).toBe(2)
  })
})
