import type { AnalysisSubject } from '@samudra/contract/analyses'
import type { Bbox } from '@samudra/contract/kernel'
import type { Waters } from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { splitAtAntimeridian } from '@samudra/nautical/antimeridian'
import { boxOf } from '@samudra/nautical/polygons/box'
import { settlePolygons } from '@samudra/nautical/polygons/polygon-faults'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { lookupOf, partsOf } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { KnownShips } from '../../../sea/known-ships.ts'
import { harbourOf } from '../../../sea/port-areas.ts'
import type { FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import type { PortsInterface } from '../../chart/ports/room.ts'
import type { ReferenceInterface } from '../../chart/reference/room.ts'

export type SubjectNeeds = {
  filterInputs: FilterInputsInterface
  ports: PortsInterface
  reference: ReferenceInterface
  shipsOf: (caller: Caller) => KnownShips
}
/** Instant of the knowledge, epoch ms; null for that of this moment. */
type KnownAt = number | null

/** Subject of an analysis, ready for positions. */
export type ReadySubject = {
  kind: AnalysisSubject['kind']
  /** Id of an area, a port or a list; empty of a shape. */
  id: string
  label: string
  /** Returns whether a position is inside; allocates nothing. */
  holds: (lat: number, lon: number) => boolean
  /** Null of a list: anywhere. */
  box: Bbox | null
  /** Members of a list; null otherwise. */
  mmsis: readonly number[] | null
  /** Boundaries as known at the instant. */
  watersAt: (lat: number, lon: number) => Waters[] | null
}

const gone = (what: string, hint: string) =>
  new OperationError('NOT_FOUND', `This ${what} does not exist, or you may not see it; ${hint}.`)
const choose = (what: string) => `choose another ${what}`

/** Returns the subject as the caller sees it. Throws VALIDATION, NOT_FOUND. */
export async function readySubject(
  needs: SubjectNeeds,
  subject: AnalysisSubject,
  caller: Caller,
  at: KnownAt,
): Promise<ReadySubject> {
  const waters = await boundariesAt(needs, caller, at)
  const watersAt = (lat: number, lon: number) => waters.watersAt(lat, lon)
  if (subject.kind === 'LIST')
    return { ...(await listSubject(needs, subject.id, caller, at)), kind: 'LIST', watersAt }
  if (subject.kind === 'PORT') return { ...portSubject(needs, subject.id), kind: 'PORT', watersAt }
  if (subject.kind === 'SHAPE') {
    const geometry = soundShape(subject.geometry)
    return { ...outlined(geometry), id: '', label: shapeLabel(geometry), kind: 'SHAPE', watersAt }
  }
  const { id } = subject
  const boundary = waters.present().find((one) => one.id === id)
  const found =
    boundary === undefined
      ? await areaOf(needs, id, caller, at)
      : { label: boundaryLabel(boundary), geometry: boundary.geometry }
  return { ...outlined(found.geometry), id, label: found.label, kind: 'AREA', watersAt }
}

async function boundariesAt({ reference }: SubjectNeeds, caller: Caller, at: KnownAt) {
  if (at === null) return { watersAt: reference.watersAt, present: reference.boundaries }
  const known = await reference.watersSince(caller, { from: at, to: at, believedAt: at })
  return known.at(at)
}

const WATERS_WORDS: Record<Waters['kind'], (name: string) => string> = {
  EEZ: (name) => `EEZ of ${name}`,
  '24NM': (name) => `24 NM of ${name}`,
  '12NM': (name) => `12 NM of ${name}`,
  HIGH_SEAS: (name) => name,
  IMO_TSS: (name) => name,
}
/** Returns the name of waters as an answer writes it. */
export const boundaryLabel = ({ kind, name }: Pick<Waters, 'kind' | 'name'>) => WATERS_WORDS[kind](name)

async function areaOf({ filterInputs: { areas } }: SubjectNeeds, id: string, caller: Caller, at: KnownAt) {
  const seen = at === null ? areas.list(caller) : await areas.asOf(new Date(at), caller)
  const area = seen.find((one) => one.id === id)
  if (area === undefined) throw gone('area', choose('area'))
  return { label: area.body.name, geometry: area.body.geometry }
}

function portSubject({ ports }: SubjectNeeds, id: string) {
  const port = ports.byId(id)
  if (port === undefined) throw gone('port', 'choose it from the list of ports')
  const parts = [...harbourOf(port), ...port.anchorages.flatMap(({ outline }) => outline)]
  const label = port.locode === '' ? port.name : `${port.name} (${port.locode})`
  return { ...held(new PolygonLookup([[0, parts]]), parts), id, label }
}

async function listSubject({ filterInputs, shipsOf }: SubjectNeeds, id: string, caller: Caller, at: KnownAt) {
  const { lists, membership } = filterInputs
  const then = new Date(at ?? 0)
  const seen = at === null ? lists.list(caller) : await membership.during(then, then, caller)
  const list = seen.find((one) => one.id === id)
  if (list === undefined) throw gone('vessel list', choose('list'))
  const ships = shipsOf(caller)
  const mmsis = membership
    .membersOf(list)
    .map(({ mmsi }) => Number(mmsi))
    .filter((mmsi) => membership.isVisibleMember(list, mmsi, caller, ships))
  return { id, label: `list ${list.body.name}`, holds: () => true, box: null, mmsis }
}

const outlined = (geometry: ZoneGeometry) => held(lookupOf(geometry), partsOf(geometry))

const held = (lookup: PolygonLookup<number>, parts: readonly Rings[]) => ({
  holds: (lat: number, lon: number) => lookup.at(lat, lon) > 0,
  box: boxAround(parts),
  mmsis: null,
})

/** Returns the box around outlines; of those cut at 180 degrees the one that crosses it. */
function boxAround(parts: readonly Rings[]): Bbox {
  const boxes = parts.map((rings) => boxOf({ coordinates: rings }))
  const around = (some: typeof boxes): Bbox => [
    Math.min(...some.map(([west]) => west)),
    Math.min(...some.map(([, south]) => south)),
    Math.max(...some.map(([, , east]) => east)),
    Math.max(...some.map(([, , , north]) => north)),
  ]
  const all = around(boxes)
  const [west, south, east, north] = all
  if (west > -180 || east < 180) return [Math.max(-180, west), south, Math.min(180, east), north]
  const [eastern, western] = [boxes.filter(([one]) => one >= 0), boxes.filter(([one]) => one < 0)]
  if (eastern.length === 0 || western.length === 0) return [-180, south, 180, north]
  const [first, last] = [around(eastern)[0], around(western)[2]]
  return last < first ? [first, south, last, north] : [-180, south, 180, north]
}

/** Returns a drawn shape without crossing sides, cut at 180 degrees. Throws VALIDATION. */
export function soundShape(geometry: ZoneGeometry): ZoneGeometry {
  try {
    const coordinates = settlePolygons(partsOf(geometry)).flatMap(splitAtAntimeridian)
    return { type: 'MultiPolygon', coordinates }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const why = sentenceOf(error)
    throw new OperationError('VALIDATION', `This shape cannot be analysed: ${why}.`, {
      fields: [{ field: 'subject.geometry', why }],
    })
  }
}

const shown = (degrees: number) => String(Math.round(degrees * 1000) / 1000)
function shapeLabel(geometry: ZoneGeometry): string {
  const [west, south, east, north] = boxAround(partsOf(geometry)).map(shown)
  return `the shape within ${west}, ${south}, ${east}, ${north} degrees (west, south, east, north)`
}
