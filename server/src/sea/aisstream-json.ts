import {
  encodeAidToNavigation,
  encodeBaseStation,
  encodeClassBExtended,
  encodeClassBPosition,
  encodeLongRange,
  encodePosition,
  encodeStaticData,
  encodeStaticVoyage,
} from '@samudra/nautical/ais/encode'
import { SHIP_NAME } from '@samudra/nautical/ais/columns'
import type { SentenceOptions } from '@samudra/nautical/ais/encode-sentences'

type Fields = Record<string, unknown>
type Frame = { error?: unknown; MessageType?: unknown; MetaData?: unknown; Message?: unknown }
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** A frame as sentences; empty for message types that carry nothing for the picture. */
export type FromFrame = { lines: string } | { fault: string; final: boolean }

/** A frame of aisstream.io as AIVDM sentences with its time as a tag block. */
export function aisstreamToLines(text: string): FromFrame {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { fault: 'a frame is not JSON', final: false }
  }
  const frame: Frame = isFields(parsed) ? parsed : {}
  if (typeof frame.error === 'string') return { fault: `the service answered: ${frame.error}`, final: true }
  const type = typeof frame.MessageType === 'string' ? frame.MessageType : ''
  const fields = isFields(frame.Message) ? frame.Message[type] : undefined
  if (!isFields(fields)) return { fault: 'a frame has no Message of its MessageType', final: false }
  const write = Object.hasOwn(WRITERS, type) ? WRITERS[type] : undefined
  if (write === undefined || fields['Valid'] === false) return { lines: '' }
  if (!isMmsi(fields['UserID'])) return { fault: 'a frame has no nine-digit MMSI', final: false }
  const at = timeOf(isFields(frame.MetaData) ? frame.MetaData['time_utc'] : undefined)
  const options: SentenceOptions = at === null ? {} : { tagBlock: { c: Math.floor(at / 1000) } }
  return { lines: `${write(fields, options).join('\n')}\n` }
}

/** `2025-03-14 06:43:04.193198934 +0000 UTC`, the way Go prints a time. */
function timeOf(value: unknown): number | null {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d* \+0000 UTC/.exec(
    typeof value === 'string' ? value : '',
  )
  if (found === null) return null
  const at = Date.parse(`${found[1]}T${found[2]}Z`)
  return Number.isNaN(at) ? null : at
}

const isMmsi = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 999_999_999
const num = (value: unknown) => (typeof value === 'number' ? value : null)
/** A value unless it is the one that M.1371 sends for "not available". */
const unless = (value: unknown, sentinel: number) => (num(value) === sentinel ? null : num(value))
const text = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('@', ' ').trim() || null : null

const identity = (f: Fields) => ({ mmsi: num(f['UserID']) ?? 0, repeat: num(f['RepeatIndicator']) })
const motion = (f: Fields) => ({
  lat: unless(f['Latitude'], 91),
  lon: unless(f['Longitude'], 181),
  sog: unless(f['Sog'], 102.3),
  cog: unless(f['Cog'], 360),
  trueHeading: unless(f['TrueHeading'], 511),
  second: num(f['Timestamp']),
  accuracy: f['PositionAccuracy'] === true,
  raim: f['Raim'] === true,
})
const size = (value: unknown) => {
  const d = (value ?? {}) as Fields
  return { toBow: num(d['A']), toStern: num(d['B']), toPort: num(d['C']), toStarboard: num(d['D']) }
}
const eta = (value: unknown) => {
  if (!isFields(value)) return null
  return {
    month: num(value['Month']),
    day: num(value['Day']),
    hour: num(value['Hour']),
    minute: num(value['Minute']),
  }
}

/** ROT_AIS as sent, turned into degrees a minute (M.1371-5: ROT_AIS = 4.733 sqrt(ROT)). */
function rot(value: unknown) {
  const raw = num(value)
  if (raw === null || Math.abs(raw) > 126) return null
  return Math.sign(raw) * (raw / 4.733) ** 2
}

type Write = (fields: Fields, options: SentenceOptions) => string[]

const WRITERS: Record<string, Write | undefined> = {
  PositionReport: (f, options) => {
    const type = num(f['MessageID'])
    return encodePosition(
      {
        ...identity(f),
        ...motion(f),
        type: type === 2 || type === 3 ? type : 1,
        navStatus: num(f['NavigationalStatus']),
        rot: rot(f['RateOfTurn']),
      },
      options,
    )
  },
  StandardClassBPositionReport: (f, options) =>
    encodeClassBPosition({ ...identity(f), ...motion(f) }, options),
  ExtendedClassBPositionReport: (f, options) =>
    encodeClassBExtended(
      {
        ...identity(f),
        ...motion(f),
        ...size(f['Dimension']),
        name: text(f['Name']),
        shipType: num(f['Type']),
      },
      options,
    ),
  LongRangeAisBroadcastMessage: (f, options) =>
    encodeLongRange(
      { ...identity(f), ...motion(f), sog: unless(f['Sog'], 63), navStatus: num(f['NavigationalStatus']) },
      options,
    ),
  BaseStationReport: (f, options) =>
    encodeBaseStation(
      {
        ...identity(f),
        lat: unless(f['Latitude'], 91),
        lon: unless(f['Longitude'], 181),
        year: num(f['UtcYear']),
        month: num(f['UtcMonth']),
        day: num(f['UtcDay']),
        hour: num(f['UtcHour']),
        minute: num(f['UtcMinute']),
        second: num(f['UtcSecond']),
      },
      options,
    ),
  ShipStaticData: (f, options) =>
    encodeStaticVoyage(
      {
        ...identity(f),
        ...size(f['Dimension']),
        imo: String(num(f['ImoNumber']) ?? 0),
        callSign: text(f['CallSign']),
        name: text(f['Name']),
        shipType: num(f['Type']),
        eta: eta(f['Eta']),
        draught: num(f['MaximumStaticDraught']),
        destination: text(f['Destination']),
      },
      options,
    ),
  AidsToNavigationReport: (f, options) =>
    encodeAidToNavigation(
      {
        ...identity(f),
        ...size(f['Dimension']),
        lat: unless(f['Latitude'], 91),
        lon: unless(f['Longitude'], 181),
        aidType: num(f['Type']),
        name: text(`${text(f['Name'])?.padEnd(SHIP_NAME) ?? ''}${text(f['NameExtension']) ?? ''}`),
        offPosition: f['OffPosition'] === true,
        virtualAid: f['VirtualAtoN'] === true,
      },
      options,
    ),
  StaticDataReport: (f, options) => staticData(f, options),
}

/** Part A and part B come in one object, each with a flag of its own. */
function staticData(f: Fields, options: SentenceOptions): string[] {
  const a = isFields(f['ReportA']) ? f['ReportA'] : undefined
  const b = isFields(f['ReportB']) ? f['ReportB'] : undefined
  const lines: string[] = []
  if (a?.['Valid'] === true)
    lines.push(...encodeStaticData({ ...identity(f), part: 'A', name: text(a['Name']) }, options))
  if (b?.['Valid'] === true)
    lines.push(
      ...encodeStaticData(
        {
          ...identity(f),
          ...size(b['Dimension']),
          part: 'B',
          shipType: num(b['ShipType']),
          callSign: text(b['CallSign']),
        },
        options,
      ),
    )
  return lines
}
