import { FEED_KINDS, type FeedKind } from '@samudra/contract/feeds'
import { bringsAircraft } from './reading/aircraft-line.ts'
import { checkSenders } from './posts/senders.ts'

type Value = string | number | boolean
type Rule = { kinds: readonly FeedKind[]; fits: (value: Value) => boolean; allowed: string }

/** Kinds that bring AIS. */
const AIS = FEED_KINDS.filter((kind) => !bringsAircraft(kind))
const WE_CALL: readonly FeedKind[] = ['nmea-tcp', 'sbs-tcp', 'beast-tcp', 'avr-tcp']
const SERVERS: readonly FeedKind[] = ['nmea-tcp-server', 'sbs-tcp-server']
const AIRCRAFT_WITH_PLACE: readonly FeedKind[] = ['beast-tcp', 'avr-tcp']

const isFlag = (value: Value) => typeof value === 'boolean'
const isText = (value: Value) => typeof value !== 'boolean' && String(value).trim() !== ''
const isNumber = (least: number, most: number) => (value: Value) =>
  typeof value === 'number' && value >= least && value <= most
const degrees = (most: number) => ({
  fits: isNumber(-most, most),
  allowed: `a number from -${most} to ${most}`,
})

/** The options of feeds: which kinds take them, and what they may be. `docs/run.md` holds the same table. */
export const FEED_OPTIONS: Readonly<Record<string, Rule>> = {
  time: { kinds: AIS, fits: (value) => value === 'received', allowed: '"received"' },
  checksum: {
    kinds: AIS,
    fits: (value) => value === 'mark' || value === 'drop',
    allowed: '"mark" or "drop"',
  },
  speed: { kinds: ['nmea-file'], fits: isNumber(0, 1e6), allowed: 'a number of at least 0' },
  loop: { kinds: ['nmea-file'], fits: isFlag, allowed: 'true or false' },
  allow: {
    kinds: [...SERVERS, 'nmea-udp', 'aiscatcher-http', 'aiscatcher-udp'],
    fits: isText,
    allowed: 'addresses and networks',
  },
  clients: { kinds: SERVERS, fits: isText, allowed: 'SHA-256 fingerprints' },
  server: { kinds: WE_CALL, fits: isText, allowed: 'a SHA-256 fingerprint' },
  topic: { kinds: ['mqtt'], fits: isText, allowed: 'topics' },
  lat: { kinds: AIRCRAFT_WITH_PLACE, ...degrees(90) },
  lon: { kinds: AIRCRAFT_WITH_PLACE, ...degrees(180) },
  every: {
    kinds: ['aircraft-json'],
    fits: isNumber(0.2, 3600),
    allowed: 'a number of seconds from 0.2 to 3600',
  },
  tls: { kinds: ['mqtt', 'aircraft-json', ...WE_CALL, ...SERVERS], fits: isFlag, allowed: 'true or false' },
  bbox: { kinds: ['aisstream'], fits: isBox, allowed: 'west,south,east,north in degrees' },
}

function isBox(value: Value): boolean {
  const sides = String(value).split(',').map(Number)
  const [, south = NaN, , north = NaN] = sides
  return (
    sides.length === 4 &&
    sides.every((side) => Math.abs(side) <= 180) &&
    south < north &&
    south >= -90 &&
    north <= 90
  )
}

/** Looks at the options of a feed. Throws a sentence that names the one that does not fit. */
export function checkOptions(kind: FeedKind, options: Readonly<Record<string, Value>>): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(FEED_OPTIONS, name) ? FEED_OPTIONS[name]! : null
    if (rule === null || !rule.kinds.includes(kind))
      throw new RangeError(`${kind} has no option "${name}". Its options: ${optionsOf(kind)}`)
    if (!rule.fits(value)) throw new RangeError(`the option "${name}" is ${rule.allowed}, not "${value}"`)
  }
  checkSenders(options)
}

const optionsOf = (kind: FeedKind) =>
  Object.keys(FEED_OPTIONS)
    .filter((name) => FEED_OPTIONS[name]!.kinds.includes(kind))
    .join(', ')
