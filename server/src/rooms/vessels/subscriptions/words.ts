import type { VesselNotificationType } from '@samudra/contract/subscriptions'
import type { VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Age from which a vessel update states its age, and is notified without sound unless critical. */
export const OLD_MS = HOUR

export type Words = {
  nameOf: (mmsi: number, split: number) => string
  portName: (id: string) => string
  sourceName: (number: number) => string
}

/** A happening in one sentence without its end. */
export function wordsOf(happening: VesselUpdateRow, words: Words): string {
  const { mmsi, split, type, facts } = happening
  const name = words.nameOf(mmsi, split)
  switch (type) {
    case 'ARRIVAL':
      return `${name} arrived at ${portOf(facts, words)}${facts.lies === 'anchor' ? ', at anchor' : ''}`
    case 'DEPARTURE':
      return `${name} left ${portOf(facts, words)}`
    case 'ENTRY':
      return `${name} entered ${zoneOf(facts)}`
    case 'EXIT':
      return `${name} left ${zoneOf(facts)}`
    case 'DARK':
      return `${name} has gone dark: nothing received for ${spanOf((facts.silent?.minutes ?? 0) * MINUTE)}`
    case 'IDENTITY':
      return `${name} changed its identity: ${facts.change}`
    case 'NEAR': {
      const { nm = 0, others = [], count = 0 } = facts.near ?? {}
      const named = others.map((other) => words.nameOf(other.mmsi, other.split))
      return `${name} is within ${nm} NM of ${listed(named, count)}`
    }
    case 'FEED_SILENT':
      return `${words.sourceName(facts.silent!.source)} has sent nothing for ${spanOf(facts.silent!.minutes * MINUTE)}`
  }
}

const DID: Record<Exclude<VesselNotificationType, 'FEED_SILENT'>, string> = {
  ARRIVAL: 'arrived',
  DEPARTURE: 'left port',
  ENTRY: 'entered areas or waters',
  EXIT: 'left areas or waters',
  DARK: 'have gone dark',
  IDENTITY: 'changed their identity',
  NEAR: 'are near other vessels',
}

/** Returns one sentence, without its end, about many updates of one type; `first` supplies a common subject. */
export function manyWords(
  type: VesselNotificationType,
  some: readonly VesselUpdateRow[],
  isOneThing: boolean,
  words: Words,
): string {
  const [first] = some
  const ships = new Map(some.map(({ mmsi, split }) => [`${mmsi} ${split}`, { mmsi, split }]))
  const named = [...ships.values()].slice(0, NAMED).map(({ mmsi, split }) => words.nameOf(mmsi, split))
  return `${ships.size} vessels ${isOneThing ? didThere(type, first!, words) : DID[type as keyof typeof DID]}: ${listed(named, ships.size)}`
}
const NAMED = 3

function didThere(type: VesselNotificationType, { facts }: VesselUpdateRow, words: Words): string {
  if (type === 'ARRIVAL') return `arrived at ${portOf(facts, words)}`
  if (type === 'DEPARTURE') return `left ${portOf(facts, words)}`
  if (type === 'ENTRY') return `entered ${zoneOf(facts)}`
  return type === 'EXIT' ? `left ${zoneOf(facts)}` : DID[type as keyof typeof DID]
}

const WATERS: Record<string, string> = { EEZ: 'EEZ', '24NM': '24 NM', '12NM': '12 NM' }
/** Returns waters named with their kind; it takes no side on ownership. */
function zoneOf({ zone }: VesselUpdateRow['facts']): string {
  if (zone === undefined) return 'an area'
  const kind = WATERS[zone.kind]
  if (kind === undefined) return zone.name
  return `waters (${kind}, ${zone.name}${zone.isDisputed === true ? ', claims overlap' : ''})`
}

const portOf = ({ port }: VesselUpdateRow['facts'], { portName }: Words) =>
  port === undefined ? 'a port' : portName(port)

const listed = (named: readonly string[], count: number): string => {
  const more = count - named.length
  if (more > 0) return `${named.join(', ')} and ${more} more`
  return named.length < 2 ? named.join() : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

/** Returns the age of an update if it is long. */
export const agoOf = (at: number, now: number): string =>
  now - at < OLD_MS ? '' : ` (${spanOf(now - at)} ago)`

function spanOf(ms: number): string {
  const minutes = Math.round(ms / MINUTE)
  if (minutes < 120) return `${minutes} min`
  return `${Math.round(ms / HOUR)} h`
}
