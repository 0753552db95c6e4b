import { readFileSync } from 'node:fs'
import path from 'node:path'
import { quickSearch, type Found } from '@samudra/contract/search'
import type { Caller } from '../kernel/caller.ts'
import { handle, type Room } from '../kernel/room.ts'
import { plain, slipsAllowed, slipsTo } from '../kernel/near-text.ts'

type Port = { locode: string; name: string; country: string; lon: number; lat: number; alias: string[] }
type Kind<Name extends Found['kind']> = Extract<Found, { kind: Name }>

type Needs = {
  archivesFolder: string
  /** The best first; each room finds its own, and only what the caller may see. */
  vessels: (q: string, caller: Caller, limit: number) => Kind<'vessel'>[]
  destinations: (q: string, caller: Caller, limit: number) => Kind<'destination'>[]
  areas: (caller: Caller) => { id: string; name: string; notes: string; bbox: number[] }[]
}

const USUAL = 12
/** So many of what is no vessel, so that vessels are never pushed out. */
const OTHERS = 3

/** One search over everything that has a name. */
export function searchRoom(needs: Needs): Room {
  const ports = readPorts(path.join(needs.archivesFolder, 'ports.json'))
  return {
    name: 'search',
    ops: [
      handle(quickSearch, async ({ input, caller }) => {
        const { q, limit = USUAL } = input
        const others = [
          ...portsLike(ports, q).slice(0, OTHERS),
          ...areasLike(needs.areas(caller), q).slice(0, OTHERS),
          ...needs.destinations(q, caller, OTHERS),
        ]
        const vessels = needs.vessels(q, caller, limit)
        const room = Math.max(limit - others.length, Math.ceil(limit / 2))
        return [...vessels.slice(0, room), ...others].slice(0, limit)
      }),
    ],
  }
}

type NamedPort = Port & { names: string[] }
const readPorts = (file: string): NamedPort[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as Port[]).map((port) => ({
    ...port,
    names: [port.name, ...port.alias].map(plain),
  }))

function portsLike(ports: readonly NamedPort[], q: string): Kind<'port'>[] {
  const query = plain(q)
  const locode = query.replaceAll(' ', '')
  return ranked(ports, query, (port) => (port.locode === locode ? [query] : port.names)).map((port) => ({
    kind: 'port',
    label: port.name,
    detail: `Port · ${port.locode} · ${port.country}`,
    locode: port.locode,
    latitude: port.lat,
    longitude: port.lon,
  }))
}

function areasLike(areas: ReturnType<Needs['areas']>, q: string): Kind<'area'>[] {
  return ranked(areas, plain(q), ({ name }) => [plain(name)]).map(({ id, name, bbox }) => ({
    kind: 'area',
    label: name,
    detail: 'Area of interest',
    id,
    bbox,
  }))
}

/** Those whose name begins so, then those with a word that does, then those that hold it; only then misspellings. */
function ranked<T>(all: readonly T[], query: string, namesOf: (one: T) => string[]): T[] {
  if (query === '') return []
  const best = (rankOf: (name: string) => number) =>
    all
      .map((one) => ({ one, rank: Math.min(...namesOf(one).map(rankOf)) }))
      .filter(({ rank }) => rank < Infinity)
      .sort((a, b) => a.rank - b.rank)
      .map(({ one }) => one)
  const called = best((name) => {
    const at = name.indexOf(query)
    if (at === 0) return name.length === query.length ? 0 : 1
    return at < 0 ? Infinity : name[at - 1] === ' ' ? 2 : 3
  })
  const most = slipsAllowed(query.length)
  if (called.length > 0 || most === 0) return called
  return best((name) => {
    const slips = slipsTo(query, name, most)
    return slips <= most ? slips : Infinity
  })
}
