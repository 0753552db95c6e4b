import type { Feed, FeedKind, FeedStation } from '@samudra/contract/feeds'
import { readCoordinates, type Place } from '../../../map/coordinates/coordinates.ts'

/** Label and address example of each feed kind. */
export const FEED_WORDS: Record<FeedKind, { label: string; address: string }> = {
  'nmea-tcp': { label: 'AIS: TCP client', address: '10.0.0.5:5631' },
  'nmea-tcp-server': { label: 'AIS: TCP server', address: ':10110' },
  'nmea-udp': { label: 'AIS: UDP', address: ':10110' },
  'nmea-stdin': { label: 'AIS: standard input', address: '' },
  'nmea-file': { label: 'AIS: recording file on the server', address: '/srv/ais/day.nmea' },
  'aiscatcher-http': { label: 'AIS-catcher: HTTP', address: ':8100' },
  'aiscatcher-udp': { label: 'AIS-catcher: UDP', address: ':8101' },
  aisstream: { label: 'aisstream.io (WebSocket)', address: '' },
  mqtt: { label: 'AIS: MQTT broker', address: 'mqtts://broker:8883' },
  'sbs-tcp': { label: 'ADS-B: SBS-1, TCP client', address: '10.0.0.5:30003' },
  'sbs-tcp-server': { label: 'ADS-B: SBS-1, TCP server', address: ':30003' },
  'beast-tcp': { label: 'ADS-B: Beast (TCP)', address: '10.0.0.5:30005' },
  'avr-tcp': { label: 'ADS-B: AVR (TCP)', address: '10.0.0.5:30002' },
  'aircraft-json': {
    label: 'ADS-B: aircraft.json (HTTP)',
    address: 'http://10.0.0.5:8080/data/aircraft.json',
  },
}

/** A station as it is typed; `typed` is null while its place stands as it was read. */
export type StationDraft = { name: string; place: Place | null; typed: string | null }
export const NEW_STATION: StationDraft = { name: '', place: null, typed: null }

/** A feed as it is typed; the key is never read back. */
export type FeedDraft = {
  name: string
  kind: FeedKind
  address: string
  source: string
  priority: number
  trust: number
  expected_interval_s: number
  /** `name=value`, one a line. */
  options: string
  stations: readonly StationDraft[]
  secret: string
  /** Takes the stored key away. */
  dropsSecret: boolean
}

export const NEW_FEED: FeedDraft = {
  name: '',
  kind: 'nmea-tcp',
  address: '',
  source: '',
  priority: 10,
  trust: 0.5,
  expected_interval_s: 10,
  options: '',
  stations: [],
  secret: '',
  dropsSecret: false,
}

export const draftOf = (feed: Feed): FeedDraft => ({
  ...feed,
  options: Object.entries(feed.options)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n'),
  stations: feed.stations.map(({ name, lat, lon }) => ({ name, place: { lat, lon }, typed: null })),
  secret: '',
  dropsSecret: false,
})

type Value = string | number | boolean

/** Options as the server takes them. Throws RangeError for a line that is none. */
export function optionsOf(text: string): Record<string, Value> {
  const lines = text.split('\n').map((line) => line.trim())
  return Object.fromEntries(
    lines.flatMap((line): [string, Value][] => {
      if (line === '') return []
      const at = line.indexOf('=')
      if (at < 1) throw new RangeError(`“${line}” is not an option. Write name=value, one per line`)
      return [[line.slice(0, at).trim(), valueOf(line.slice(at + 1).trim())]]
    }),
  )
}

function valueOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true'
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Where a station stands by what is typed, to a tenth of a metre; null when that is no position. */
export function placeOf({ place, typed }: StationDraft): Place | null {
  if (typed === null) return place
  const read = readCoordinates(typed)
  return read === null ? null : { lat: Number(read.lat.toFixed(6)), lon: Number(read.lon.toFixed(6)) }
}

/** Stations as the server takes them. Throws RangeError for one whose place is none. */
export const stationsOf = (drafts: readonly StationDraft[]): FeedStation[] =>
  drafts.map((draft) => {
    const place = placeOf(draft)
    if (place === null)
      throw new RangeError(
        `“${draft.typed ?? ''}” is no position of ${draft.name}; write one like 10 30N 072 15E`,
      )
    return { name: draft.name.trim(), ...place }
  })

/** Returns the key to send: a new one, an empty one to remove it, or nothing to leave it. */
const secretOf = ({ secret, dropsSecret }: FeedDraft) =>
  dropsSecret ? { secret: '' } : secret === '' ? {} : { secret }

export const connectionOf = (draft: FeedDraft) => ({
  kind: draft.kind,
  address: draft.address.trim(),
  options: optionsOf(draft.options),
  ...secretOf(draft),
})

export const feedOf = (draft: FeedDraft) => ({
  ...connectionOf(draft),
  name: draft.name.trim(),
  source: draft.source.trim(),
  priority: draft.priority,
  trust: draft.trust,
  expected_interval_s: draft.expected_interval_s,
  stations: stationsOf(draft.stations),
})
