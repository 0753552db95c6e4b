import type { RuleZone } from '@samudra/contract/rules'
import type { Rings } from '@samudra/nautical/polygon'
import { isNight } from '@samudra/nautical/sun'
import { NO_WORLD, type Whereabouts, type World, type WorldField } from '@samudra/rules/world'
import { partsOf } from '../kernel/sight.ts'
import type { Objects } from '../kernel/objects.ts'
import type { AreaBody } from '../places/room.ts'
import type { KnownPort } from '../ports/room.ts'
import type { Boundary } from '../reference/room.ts'
import type { PortAreas } from '../sea/port-areas.ts'
import type { NearestPort } from './nearest-port.ts'

export type Waters = {
  areas: Pick<Objects<AreaBody>, 'find' | 'all'>
  boundaries: () => readonly Boundary[]
  watersAt: (lat: number, lon: number) => readonly { kind: string }[] | null
  port: (id: string) => KnownPort | undefined
}
/** What ships did before and are usually like, as far as anybody says; NaN and null where nobody does. */
export type Past = Pick<World, 'deviation' | 'isHeardThere' | 'text' | 'weather'> & {
  number(field: WorldField, where: Whereabouts): number
}
export type Made = Waters & {
  sourceCode: (source: number) => string
  portAreas: PortAreas
  nearest: NearestPort
  past: Past
}

export const NO_PAST: Past = NO_WORLD

/** What rules ask beyond the fixes of a ship, as the rooms of this server know it. */
export class KnownWorld implements World {
  readonly #made: Made
  constructor(made: Made) {
    this.#made = made
  }

  number(field: WorldField, where: Whereabouts): number {
    const { lat, lon, at } = where
    const { portAreas, nearest, watersAt, past } = this.#made
    switch (field) {
      case 'night':
        return isNight(at, lat, lon) ? 1 : 0
      case 'in_port':
        return portAreas.at(lat, lon).length > 0 ? 1 : 0
      case 'distance_to_port_nm':
        return portAreas.at(lat, lon).length > 0 ? 0 : nearest.distanceNm(lat, lon)
      case 'in_tss': {
        const waters = watersAt(lat, lon)
        return waters === null ? Number.NaN : waters.some(({ kind }) => kind === 'TSS') ? 1 : 0
      }
      default:
        return past.number(field, where)
    }
  }

  text(field: 'last_port', where: Whereabouts) {
    return this.#made.past.text(field, where)
  }
  weather(layer: string, where: Whereabouts) {
    return this.#made.past.weather(layer, where)
  }
  deviation(metric: string, of: 'SELF' | 'TYPE' | 'CELL', days: number, where: Whereabouts) {
    return this.#made.past.deviation(metric, of, days, where)
  }
  isHeardThere(where: Whereabouts) {
    return this.#made.past.isHeardThere(where)
  }
  sourceCode(source: number) {
    return this.#made.sourceCode(source)
  }
  polygons(zone: RuleZone) {
    return outlineOf(this.#made, zone)
  }
}

/** The outline of a zone as it stands; null for one that is not there. A tag is a type of area, or a kind of boundary. */
export function outlineOf(
  { areas, boundaries, port }: Waters,
  { aoi, eez, port: portId, boundary, tag, area }: RuleZone,
): readonly Rings[] | null {
  if (area !== undefined) return partsOf(area)
  if (aoi !== undefined) {
    const found = areas.find(aoi)
    return found === undefined ? null : partsOf(found.body.geometry)
  }
  if (eez !== undefined) {
    const found = boundaries().find(({ id }) => id === eez)
    return found === undefined ? null : partsOf(found.geometry)
  }
  if (portId !== undefined) {
    const found = port(portId)
    return found === undefined
      ? null
      : [...found.harbour, ...found.anchorages.flatMap(({ outline }) => outline)]
  }
  const kind = boundary ?? tag
  const ofKind = boundaries().flatMap((one) => (one.kind === kind ? partsOf(one.geometry) : []))
  const ofType = Array.from(areas.all()).flatMap(({ body }) =>
    body.type === tag ? partsOf(body.geometry) : [],
  )
  const all = [...ofKind, ...ofType]
  return all.length === 0 ? null : all
}
