import type { SailedFix } from '@samudra/nautical/tracks/crossings'
import type { Visit } from '@samudra/nautical/tracks/visit'
import type { GridPlace } from '../areas/grid-places.ts'
import type { Checkpoint } from './ship.ts'
import { FixState, type Memory, type OpenHit, type ShipFacts } from './memory.ts'

/** Names under which conditions, rules and zones of a plan are stored, so that another plan finds them. */
export type Keys = {
  slots: readonly string[]
  rules: readonly string[]
  zones: readonly string[]
  silencesMs: readonly number[]
}

type SavedHit = Omit<OpenHit, 'begunAt' | 'endedAt'> & Partial<Pick<OpenHit, 'begunAt' | 'endedAt'>>
/** A memory as data that JSON holds; what is not known is null. */
export type SavedMemory = {
  facts: ShipFacts
  lists: readonly string[]
  fix: (number | null)[]
  before: (number | null)[]
  usualMs: number
  sources: [number, number][]
  /** The longest silence that was gone through since the last fix, ms. */
  silentMs: number
  states: Record<string, (number | null)[]>
  texts: Record<string, string>
  hits: Record<string, SavedHit>
}
export type SavedVisit = Omit<Visit, 'ship' | 'zone' | 'isChanged'> & { zone: string }
/** State of a vessel at an instant, epoch ms: it includes everything sent up to then and nothing sent later. */
export type SavedShip = {
  at: number
  memory: SavedMemory
  visits: SavedVisit[]
  /** Fix by which zones were last evaluated, where it is not the vessel's last one. */
  sailed?: SailedFix
  /** Positions at the whole minutes of the hour before, while the vessel is one of a pair. */
  places: SavedPlace[]
  /** Number of the recording that its last fix was read from; left out for what is received. */
  recording?: number
}
/** Stored position; facts of that time are left out where they equal the present ones. */
export type SavedPlace = Omit<GridPlace, 'facts' | 'lists' | 'sog' | 'cog' | 'heading' | 'beforeId'> &
  Partial<Pick<GridPlace, 'facts' | 'lists' | 'beforeId'>> & {
    sog: number | null
    cog: number | null
    heading: number | null
  }
/** Two ships by their numbers, seen from each; null where nothing was remembered but where they were. */
export type SavedPair = {
  at: number
  ships: [number, number]
  isOpen: boolean
  memories: [SavedMemory, SavedMemory] | null
}
/** State of an area rule by its key: its hits, or those of each crowd (degrees), as of an instant. */
export type SavedArea = {
  key: string
  at: number
  /** Instant since when vessels were received, for a rule that reports low numbers. */
  since?: number | null
  memory?: SavedMemory
  crowds?: { lat: number; lon: number; memory: SavedMemory }[]
}

/** Vessels with conditions on those near them, as of a minute, epoch ms; vessels without memory are left out. */
export type SavedAround = { upto: number; ships: { ship: number; memory: SavedMemory }[] }

/** Sources as of a minute, by their numbers; since when all that came is known. Epoch ms. */
export type SavedSources = {
  upto: number
  since: number
  sources: { source: number; memory: SavedMemory }[]
}

const FIELDS = [
  'at',
  'id',
  'lat',
  'lon',
  'sog',
  'cog',
  'heading',
  'rot',
  'nav',
  'source',
  'receivedAt',
  'beforeId',
] as const
const orNull = (value: number) => (Number.isNaN(value) ? null : value)
const orNaN = (value: number | null | undefined) => value ?? Number.NaN

const fixFrom = (saved: readonly (number | null)[]) =>
  Object.assign(new FixState(), Object.fromEntries(FIELDS.map((field, i) => [field, orNaN(saved[i])])))

/** Converts the numbers of a map to names; an entry without a name any more is left out. */
function named<Of>(map: ReadonlyMap<number, Of>, names: readonly string[]): Record<string, Of> {
  return Object.fromEntries(Array.from(map, ([number, of]) => [names[number]!, of]))
}
function numbered<Of>(of: Record<string, Of>, names: readonly string[]): Map<number, Of> {
  const map = new Map<number, Of>()
  for (const [name, one] of Object.entries(of)) if (names.includes(name)) map.set(names.indexOf(name), one)
  return map
}

export function saveMemory(memory: Memory, keys: Keys): SavedMemory {
  const { facts, lists, fix, before, usualMs, sources, silences, states, texts, hits } = memory
  const bare = new Map(Array.from(states, ([slot, state]) => [slot, state.map(orNull)]))
  return {
    facts,
    lists,
    fix: FIELDS.map((field) => orNull(fix[field])),
    before: FIELDS.map((field) => orNull(before[field])),
    usualMs,
    sources: [...sources],
    silentMs: silences === 0 ? 0 : keys.silencesMs[silences - 1]!,
    states: named(bare, keys.slots),
    texts: named(texts, keys.slots),
    hits: Object.fromEntries(
      Object.entries(named(hits, keys.rules)).map(([rule, hit]) => [rule, { ...hit }]),
    ),
  }
}

/** A hit as it was saved; before beginnings and ends were, it began when it was found. */
const hitFrom = (saved: SavedHit): OpenHit => ({
  ...saved,
  begunAt: saved.begunAt ?? saved.firstAt,
  endedAt: saved.endedAt ?? (saved.isCleared ? saved.lastAt : 0),
})

export function memoryFrom(saved: SavedMemory, keys: Keys): Memory {
  const states = numbered(saved.states, keys.slots)
  return {
    facts: saved.facts,
    lists: saved.lists,
    fix: fixFrom(saved.fix),
    before: fixFrom(saved.before),
    usualMs: saved.usualMs,
    sources: new Map(saved.sources),
    silences: keys.silencesMs.filter((ms) => ms <= saved.silentMs).length,
    states: new Map(Array.from(states, ([slot, state]) => [slot, state.map(orNaN)])),
    texts: numbered(saved.texts, keys.slots),
    hits: new Map(Array.from(numbered(saved.hits, keys.rules), ([rule, hit]) => [rule, hitFrom(hit)])),
  }
}

/** Returns a vessel as stored, with its earlier positions. */
export const saveShip = (
  { at, memory, visits, sailed }: Checkpoint,
  places: readonly GridPlace[],
  keys: Keys,
): SavedShip => ({
  at,
  memory: saveMemory(memory, keys),
  visits: visits.map((visit) => saveVisit(visit, keys)),
  ...(sailed !== null && { sailed }),
  places: places.map((place) => savePlace(place, memory)),
})

const saveVisit = ({ ship: _ship, zone, isChanged: _changed, ...visit }: Visit, keys: Keys): SavedVisit => ({
  ...visit,
  zone: keys.zones[zone]!,
})
/** Returns a vessel from its stored form; visits of zones that no condition queries any more are left out. */
export function shipFrom({ memory: from, visits, sailed, places }: SavedShip, ship: number, keys: Keys) {
  const memory = memoryFrom(from, keys)
  return {
    memory,
    visits: visits.flatMap((visit) => visitFrom(visit, ship, keys) ?? []),
    sailed: sailed ?? null,
    places: places.map((place) => placeFrom(place, memory)),
  }
}
function visitFrom({ zone, ...visit }: SavedVisit, ship: number, keys: Keys): Visit | null {
  const number = keys.zones.indexOf(zone)
  return number < 0 ? null : { ...visit, ship, zone: number, isChanged: false }
}

function savePlace({ facts, lists, ...place }: GridPlace, now: Pick<Memory, 'facts' | 'lists'>): SavedPlace {
  return {
    ...place,
    sog: orNull(place.sog),
    cog: orNull(place.cog),
    heading: orNull(place.heading),
    ...(facts === now.facts ? {} : { facts }),
    ...(lists === now.lists ? {} : { lists }),
  }
}
const placeFrom = (saved: SavedPlace, now: Pick<Memory, 'facts' | 'lists'>): GridPlace => ({
  ...saved,
  sog: orNaN(saved.sog),
  cog: orNaN(saved.cog),
  heading: orNaN(saved.heading),
  beforeId: saved.beforeId ?? 0,
  facts: saved.facts ?? now.facts,
  lists: saved.lists ?? now.lists,
})
