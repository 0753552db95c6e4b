import { PORT_CALL_WITHIN_DAYS, type AnalysisFlow, type AnalysisPlace } from '@samudra/contract/analyses'
import { initialBearing } from '@samudra/nautical/geodesy'
import { middleOf } from '@samudra/nautical/polygons/box'
import { place as placeOf } from '@samudra/nautical/units'
import type { VesselCall } from '../../vessels/port-calls/room.ts'
import type { PortsInterface } from '../../chart/ports/room.ts'
import { boundaryLabel, type ReadySubject } from './analysis-subject.ts'
import type { InsideVessel, InsideVisit, LatLon } from './visit-walk.ts'

const WITHIN_MS = PORT_CALL_WITHIN_DAYS * 86_400_000
const SIDES = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const

type Named = Pick<AnalysisPlace, 'key' | 'kind' | 'label'> & { at: LatLon | null }
type Period = { from: number; to: number }
/** Ways of one vessel: from where to where, in order of time. */
export type VesselWays = { ways: { from: Named; to: Named }[]; visits: number }

const NOT_KNOWN: Named = { key: 'UNKNOWN', kind: 'UNKNOWN', label: 'Not known', at: null }

export type WayNeeds = {
  subject: ReadySubject
  ports: Pick<PortsInterface, 'byId'>
  period: Period
  longestGapMs: number
}

/** Returns the ways of a vessel: one of each visit, and of a list one between calls at ports. */
export function waysOf(needs: WayNeeds, vessel: InsideVessel, calls: readonly VesselCall[]): VesselWays {
  const { subject, period } = needs
  if (subject.kind === 'LIST') {
    const arrivals = calls.filter(
      ({ cameAt, wasThere }) => !wasThere && cameAt >= period.from && cameAt < period.to,
    )
    const ways = arrivals.map((call) => {
      const before = calls[calls.indexOf(call) - 1]
      return {
        from: before === undefined ? NOT_KNOWN : portPlace(needs, before.port),
        to: portPlace(needs, call.port),
      }
    })
    return { ways, visits: arrivals.length }
  }
  const outside = calls.filter(({ port }) => subject.kind !== 'PORT' || port !== subject.id)
  const ways = vessel.visits.map((visit) => ({
    from: originOf(needs, visit, outside),
    to: destinationOf(needs, visit, outside),
  }))
  return { ways, visits: vessel.visits.length }
}

function originOf(needs: WayNeeds, visit: InsideVisit, calls: readonly VesselCall[]): Named {
  const call = calls.findLast(({ cameAt }) => cameAt < visit.from && visit.from - cameAt <= WITHIN_MS)
  if (call !== undefined) return portPlace(needs, call.port)
  if (visit.before !== null) return sidePlace(needs.subject, visit.before, visit.entry)
  return visit.from - needs.period.from <= needs.longestGapMs
    ? { key: 'INSIDE_FROM', kind: 'INSIDE', label: 'Inside at the beginning', at: null }
    : { key: 'FIRST', kind: 'UNKNOWN', label: 'First received inside', at: null }
}

function destinationOf(needs: WayNeeds, visit: InsideVisit, calls: readonly VesselCall[]): Named {
  const isStill = visit.after === null && needs.period.to - visit.to <= needs.longestGapMs
  if (isStill) return { key: 'INSIDE_TO', kind: 'INSIDE', label: 'Inside at the end', at: null }
  const call = calls.find(
    ({ cameAt, wasThere }) => !wasThere && cameAt >= visit.to && cameAt - visit.to <= WITHIN_MS,
  )
  if (call !== undefined) return portPlace(needs, call.port)
  if (visit.after !== null) return sidePlace(needs.subject, visit.after, visit.exit)
  return { key: 'LAST', kind: 'UNKNOWN', label: 'Last received inside', at: null }
}

function portPlace({ ports }: WayNeeds, id: string): Named {
  const port = ports.byId(id)
  return { key: `PORT ${id}`, kind: 'PORT', label: port?.name ?? id, at: port ?? null }
}

/** Returns the exclusive economic zone next to a border that was crossed, or the side where none other lies. */
function sidePlace({ watersAt, id, box }: ReadySubject, outside: LatLon, border: LatLon): Named {
  const zoneAt = ({ lat, lon }: LatLon) => watersAt(lat, lon)?.find(({ kind }) => kind === 'EEZ')
  const zone = zoneAt(outside)
  if (zone !== undefined && zone.id !== id && zone.id !== zoneAt(border)?.id)
    return { key: `EEZ ${zone.id}`, kind: 'EEZ', label: boundaryLabel(zone), at: outside }
  const middle = middleOf(box ?? [])
  const bearing = initialBearing(placeOf(middle.lat, middle.lon), placeOf(outside.lat, outside.lon))
  const side = SIDES[Math.round(bearing / 45) % SIDES.length]!
  return { key: `SIDE ${side}`, kind: 'SIDE', label: `Open sea to the ${side}`, at: outside }
}

/** Sums ways of vessels to flows; those of the most vessels first. */
export class FlowSum {
  readonly #flows = new Map<string, Omit<AnalysisFlow, 'vessels'> & { vessels: Set<number> }>()
  readonly #places = new Map<string, { place: Named; lat: number; lon: number; count: number }>()

  add(vessel: InsideVessel, { ways }: VesselWays): void {
    for (const { from, to } of ways) {
      const key = `${from.key}|${to.key}`
      const flow = this.#flows.get(key) ?? {
        from: from.key,
        to: to.key,
        vessels: new Set(),
        visits: 0,
      }
      this.#flows.set(key, flow)
      flow.visits++
      flow.vessels.add(vessel.mmsi * 256 + vessel.split)
      for (const one of [from, to]) this.#notePlace(one)
    }
  }

  /** Returns flows of at least so many vessels and the places they name. */
  done(least: number, most: number) {
    const all = [...this.#flows.values()].map(({ from, to, visits, vessels }) => ({
      from,
      to,
      vessels: vessels.size,
      visits,
    }))
    const seen = all
      .filter(({ vessels }) => vessels >= least)
      .sort((a, b) => b.vessels - a.vessels || b.visits - a.visits || (keyOf(a) < keyOf(b) ? -1 : 1))
    const flows: AnalysisFlow[] = seen.slice(0, most)
    const named = new Set(flows.flatMap(({ from, to }) => [from, to]))
    const places: AnalysisPlace[] = [...this.#places.values()].flatMap(({ place, lat, lon, count }) => {
      const { key, kind, label } = place
      if (!named.has(key)) return []
      return [
        {
          key,
          kind,
          label,
          ...(count === 0 ? { lat: null, lon: null } : { lat: lat / count, lon: lon / count }),
        },
      ]
    })
    return { flows, places, more_flows: seen.length - flows.length, suppressed: all.length - seen.length }
  }

  #notePlace(place: Named): void {
    const known = this.#places.get(place.key) ?? { place, lat: 0, lon: 0, count: 0 }
    this.#places.set(place.key, known)
    if (place.at === null) return
    known.lat += place.at.lat
    known.lon += place.at.lon
    known.count++
  }
}
const keyOf = ({ from, to }: Pick<AnalysisFlow, 'from' | 'to'>) => `${from}|${to}`
