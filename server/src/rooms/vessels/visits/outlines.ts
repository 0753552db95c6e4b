import { createHash } from 'node:crypto'
import { USUAL_BACKFILL_DAYS } from '@samudra/contract/areas'
import { WATERS_KINDS, type WatchedKind } from '@samudra/contract/visits'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { preparePolygon, type Rings } from '@samudra/nautical/polygons/polygon'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import type { AreaBody } from '../../chart/filter-inputs/room.ts'
import type { Boundary } from '../../chart/reference/room.ts'
import type { Watched } from './visit-zones.sql.ts'

export type Outline = Watched & { polygons: readonly Rings[] }
export const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

type From = {
  areas: Objects<AreaBody>
  boundaries: () => readonly Boundary[]
  boundariesVersion: () => string
}

/** The outlines ships are watched against as they stand: areas of interest, and boundaries of the sea. */
export class Outlines {
  readonly #from: From
  #made: { mark: string; outlines: Map<string, Outline> } | null = null

  constructor(from: From) {
    this.#from = from
  }

  /** Another as soon as anything of it changes. */
  get mark(): string {
    return `${this.#from.areas.changes} ${this.#from.boundariesVersion()}`
  }

  /** By kind and id. */
  all(): ReadonlyMap<string, Outline> {
    const { mark } = this
    if (this.#made?.mark !== mark) this.#made = { mark, outlines: this.#make() }
    return this.#made.outlines
  }

  #make(): Map<string, Outline> {
    const outlines: Outline[] = []
    for (const { id, domain, body } of this.#from.areas.all())
      if (domain === 'REAL')
        outlines.push({
          kind: 'AOI',
          id,
          place: `AOI ${id}`,
          geometryVersion: body.geometry_version,
          shape: String(body.geometry_version),
          label: {
            name: body.name,
            country: '',
            source: '',
            edition: '',
            approx: false,
            disputed: false,
            claimants: [],
          },
          backDays: body.backfill_days ?? USUAL_BACKFILL_DAYS,
          polygons: partsOf(body.geometry),
        })
    for (const boundary of this.#from.boundaries())
      if (isWatched(boundary.kind)) outlines.push(outlineOf(boundary, boundary.kind))
    return new Map(outlines.filter(isSound).map((one) => [keyOf(one), one]))
  }
}

/** Returns false for an outline that cannot be watched; it is skipped so that the watch of all others continues. */
function isSound({ polygons }: Outline): boolean {
  try {
    for (const rings of polygons) preparePolygon(rings)
    return true
  } catch {
    return false
  }
}

const isWatched = (kind: string): kind is Exclude<WatchedKind, 'AOI'> =>
  (WATERS_KINDS as readonly string[]).includes(kind)

function outlineOf(boundary: Boundary, kind: Exclude<WatchedKind, 'AOI'>): Outline {
  const { id, version, country, name, source, edition, approx, disputed, claimants, geometry } = boundary
  return {
    kind,
    id,
    place: `${kind} ${country}`,
    geometryVersion: version,
    // Computed outlines are fixed for one edition; imported ones may get a new name and keep their shape.
    shape: approx ? edition : shapeOf(geometry),
    label: { name, country, source, edition, approx, disputed, claimants },
    backDays: USUAL_BACKFILL_DAYS,
    polygons: partsOf(geometry),
  }
}

const shapes = new WeakMap<ZoneGeometry, string>()
function shapeOf(geometry: ZoneGeometry): string {
  const known =
    shapes.get(geometry) ?? createHash('sha256').update(JSON.stringify(geometry)).digest('hex').slice(0, 24)
  shapes.set(geometry, known)
  return known
}
