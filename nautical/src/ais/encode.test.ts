import { describe, expect, test } from 'vitest'
import {
  encodeAidToNavigation,
  encodeBaseStation,
  encodePosition,
  encodeSarAircraft,
  encodeStaticData,
  encodeStaticVoyage,
  type Outgoing,
} from './encode.ts'
import { MessageDecoder } from './message-decoder.ts'
import type { SarAircraftReport } from './messages.ts'
import { encodeTagBlock } from './encode-sentences.ts'

describe('sentences sent by our own stations', () => {
  test('a class A position comes out byte for byte as a transponder sent it', () => {
    const sentences = encodePosition(
      {
        type: 1,
        mmsi: '477553000',
        navStatus: 5,
        rot: 0,
        sog: 0,
        lon: -122.345833,
        lat: 47.582833,
        cog: 51,
        trueHeading: 181,
        second: 15,
        radio: 149208,
      },
      { radioChannel: 'B' },
    )
    expect(sentences).toEqual(['!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C'])
  })

  test('a search and rescue aircraft is sent as it was received', () => {
    const sentence = '!AIVDM,1,1,,B,91b55wi;hbOS@OdQAC062Ch2089h,0*30'
    const reports: Outgoing<SarAircraftReport>[] = []
    const decoder = new MessageDecoder({ onMessage: (message) => reports.push(message as SarAircraftReport) })
    decoder.feed(Buffer.from(`${sentence}\r\n`), 0)
    expect(encodeSarAircraft(reports[0]!, { radioChannel: 'B' })).toEqual([sentence])
  })

  test('static and voyage data form two sentences of one sequence, none above 82 characters', () => {
    const sentences = encodeStaticVoyage(
      {
        mmsi: 419000123,
        imo: '9074729',
        callSign: 'AUXY',
        name: 'JALA DOOT',
        shipType: 70,
        toBow: 150,
        toStern: 40,
        toPort: 12,
        toStarboard: 20,
        eta: { month: 1, day: 5, hour: 10, minute: 30 },
        draught: 9.5,
        destination: 'MUMBAI',
      },
      { sequenceId: 7, tagBlock: { c: 1767607200, s: 'MSIS', g: { group: 42 } } },
    )
    expect(sentences).toHaveLength(2)
    expect(sentences[0]).toMatch(
      /^\\g:1-2-42,s:MSIS,c:1767607200\*[0-9A-F]{2}\\!AIVDM,2,1,7,A,[^,]{60},0\*[0-9A-F]{2}$/,
    )
    expect(sentences[1]).toMatch(/^\\g:2-2-42\*[0-9A-F]{2}\\!AIVDM,2,2,7,A,[^,]{11},2\*[0-9A-F]{2}$/)
  })

  test('a report that knows only its station is sent, with every "not available" of M.1371', () => {
    expect(encodePosition({ mmsi: '000000001' })).toHaveLength(1)
    expect(encodeBaseStation({ mmsi: '004190001' })).toHaveLength(1)
    expect(encodeStaticData({ part: 'A', mmsi: '419000123' })[0]).toMatch(/,A,[^,]{27},2\*/)
    expect(encodeStaticData({ part: 'B', mmsi: '419000123' })[0]).toMatch(/,A,[^,]{28},0\*/)
  })

  test('an aid with a long name grows by whole bytes', () => {
    const short = encodeAidToNavigation({ mmsi: '994190001', name: 'PRONGS REEF LIGHT' })
    const long = encodeAidToNavigation({ mmsi: '994190001', name: 'PRONGS REEF LIGHT SOUTH-WESTERN' })
    expect(short.join('').length).toBeLessThan(long.join('').length)
  })

  test('a tag block carries its own checksum', () => {
    expect(encodeTagBlock({ s: '2573435', c: 1699169531 })).toBe('\\s:2573435,c:1699169531*03\\')
  })
})
