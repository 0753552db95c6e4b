import type { Bbox } from '@samudra/contract/kernel'
import { onTick, type Knowledge } from '@samudra/contract/wire/replay-chunk'
import { createHash } from 'node:crypto'
import {
  aisFieldsAutocomplete,
  explainHidden,
  filterAisData,
  getAisDetailsByVessel,
  getAisIndicative,
  getAisUtils,
  getVesselData,
  getVesselStats,
} from '@samudra/contract/picture'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import { shipGroup, shipTypeLabel } from '@samudra/nautical/ship-types'
import { epochMs } from '@samudra/nautical/units'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Places, PlacesThen } from '../../../sea/filter-lookup.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { EVERYWHERE, boxOf, isInBox } from './views/boxes.ts'
import { suggestions } from './autocomplete.ts'
import { NO_ROW } from './contacts/contact-store.ts'
import { Eye } from './views/eye.ts'
import { compileFilter, whyHidden, type ContactTest } from './filter.ts'
import { EXACT_ZOOM, indicativeCells } from './views/indicative.ts'
import type { Picture } from './picture.ts'
import type { Names } from '../../../sea/names.ts'
import type { PastPicture } from './views/past-picture.ts'
import { presentContact, presentDetails } from './views/present-contact.ts'

const PAGE = 500

type Needs = {
  picture: Picture
  names: Names
  clock: Clock
  placesOf: (caller: Caller) => Places
  /** As they stood at each instant of a period. */
  placesThen: PlacesThen
  /** The picture as it was at an instant; of some vessels only where they are named. */
  past: PastPicture
  /** Exclusive economic zones by name; the version differs when the list does. */
  zoneNames: () => { version: string; eez: { id: string; name: string }[] }
  portNames: () => { version: string; ports: { id: string; locode: string; name: string }[] }
}

export function pictureOps(needs: Needs): Handled[] {
  return [details, explain, vesselData, filtered, stats, autocomplete, indicative, utils].map((make) =>
    make(needs),
  )
}

/** Returns the needs with the picture, names and places of the past, if requested; of one vessel, or of all. */
async function at(
  needs: Needs,
  caller: Caller,
  { as_of, knowledge = 'AS_KNOWN' }: Past,
  mmsi?: string,
): Promise<Needs> {
  if (as_of === undefined) return needs
  const now = needs.clock.now()
  // As a replay has it, which goes by tenths of a second.
  const instant = onTick(Math.min(now, Date.parse(as_of)))
  const believed = knowledge === 'AS_KNOWN' ? {} : { believedAt: now }
  const period = { from: instant, to: instant, ...believed }
  const names = { ...needs.names, ...needs.names.rankedThen(period).at(instant) }
  const [picture, places] = await Promise.all([
    needs.past(instant, knowledge, mmsi === undefined ? undefined : [Number(mmsi)], names),
    needs.placesThen(caller, period, undefined, mmsi === undefined ? undefined : Number(mmsi)),
  ])
  return { ...needs, names, picture, placesOf: () => places, clock: { now: () => epochMs(instant) } }
}
type Past = { as_of?: string | undefined; knowledge?: Knowledge | undefined }

const asOf = ({ clock }: Needs) => new Date(clock.now()).toISOString()
const shown = ({ picture, names, clock }: Needs, id: number, eye: Eye) =>
  presentContact(picture, id, names, clock.now(), eye)
const eyeOf = ({ picture, names, placesOf }: Needs, caller: Caller) =>
  new Eye(picture, names, caller.visibility, placesOf(caller))

/** Contacts looked at before the clock is. */
const LOOK_EVERY = 256

/** Ids of what a caller may see and a test lets through, ascending; looked for in slices, others get their turns. */
async function visible(
  { picture, clock }: Needs,
  eye: Eye,
  bbox: Bbox | undefined,
  test: ContactTest = () => true,
): Promise<number[]> {
  const { store } = picture
  const now = clock.now()
  const box = bbox === undefined ? EVERYWHERE : boxOf(bbox)
  const ids: number[] = []
  const isSeen = (id: number, row: number) =>
    row !== NO_ROW && isInBox(box, store.rows.lat[row]!, store.rows.lon[row]!) && test(id, now, row)
  let began = performance.now()
  for (let id = 0; id < store.used; id++) {
    if (id % LOOK_EVERY === 0) began = await breathe(began)
    if (store.isAlive[id] === 1 && isSeen(id, eye.row(id))) ids.push(id)
  }
  // One may have left the picture, or the caller's visibility, while others had their turn.
  return ids.filter((id) => store.isAlive[id] === 1 && eye.row(id) !== NO_ROW)
}

/** The contact of an MMSI the caller may see. */
function contactOf(
  { picture: { store } }: Needs,
  eye: Eye,
  input: { mmsi: string; split_id?: number | undefined },
): number {
  let id = store.firstOf(Number(input.mmsi))
  const isQuery = (one: number) => input.split_id === undefined || store.split[one] === input.split_id
  while (id >= 0 && (!isQuery(id) || eye.row(id) === NO_ROW)) id = store.nextOfMmsi[id]!
  if (id < 0) throw new OperationError('NOT_FOUND', `No contact with MMSI ${input.mmsi} is in the picture.`)
  return id
}

const details = (present: Needs) =>
  handle(getAisDetailsByVessel, async ({ input, caller }) => {
    const needs = await at(present, caller, input, input.mmsi)
    const eye = eyeOf(needs, caller)
    const id = contactOf(needs, eye, input)
    return presentDetails(needs.picture, id, needs.names, needs.clock.now(), eye)
  })

const explain = (present: Needs) =>
  handle(explainHidden, async ({ input, caller }) => {
    const needs = await at(present, caller, input, input.mmsi)
    const eye = eyeOf(needs, caller)
    const id = contactOf(needs, eye, input)
    const clauses = whyHidden(input.filter, { ...needs, eye }, id, eye.row(id), needs.clock.now())
    return { mmsi: input.mmsi, ship_name: eye.text(id, 'name'), hidden: clauses.length > 0, clauses }
  })

const vesselData = (present: Needs) =>
  handle(getVesselData, async ({ input, caller }) => {
    const needs = await at(present, caller, input, input.mmsi)
    const { store } = needs.picture
    const eye = eyeOf(needs, caller)
    const since = sequenceOf(input.since)
    const mmsi = input.mmsi === undefined ? null : Number(input.mmsi)
    const imo = input.imo === undefined ? null : Number(input.imo)
    const upto = store.seq
    const ids = await visible(
      needs,
      eye,
      input.bbox,
      (id) =>
        store.changeSeq[id]! > since &&
        (mmsi === null || store.mmsi[id] === mmsi) &&
        (imo === null || eye.number(id, 'imo') === imo),
    )
    const { page, next } = pageOf(ids, input.cursor, input.limit)
    const items = page.map((id) => shown(needs, id, eye))
    return { items, total: ids.length, next, as_of: asOf(needs), since: String(upto) }
  })

const filtered = (present: Needs) =>
  handle(filterAisData, async ({ input, caller }) => {
    const needs = await at(present, caller, input)
    const eye = eyeOf(needs, caller)
    const total = (await visible(needs, eye, input.bbox)).length
    const test = compileFilter(input.filter, { ...needs, eye })
    const ids = await visible(needs, eye, input.bbox, test)
    const { page, next } = pageOf(ids, input.cursor, input.limit)
    const ais = page.map((id) => shown(needs, id, eye))
    return { ais, count: ids.length, total, truncated: next !== null, next, as_of: asOf(needs) }
  })

const stats = (present: Needs) =>
  handle(getVesselStats, async ({ input, caller }) => {
    const needs = await at(present, caller, input)
    const counts = new Map<string, number>()
    const eye = eyeOf(needs, caller)
    const ids = await visible(needs, eye, input.bbox)
    let began = performance.now()
    for (const id of ids) {
      began = await breathe(began)
      if (eye.row(id) === NO_ROW) continue
      const key = shown(needs, id, eye)[input.by] ?? 'UNKNOWN'
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const groups = [...counts].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count)
    return { total: ids.length, groups, as_of: asOf(needs) }
  })

const autocomplete = (needs: Needs) =>
  handle(aisFieldsAutocomplete, async ({ input, caller }) => {
    const eye = eyeOf(needs, caller)
    const ids = await visible(needs, eye, undefined)
    return suggestions(needs.picture, eye, ids, input.field, input.q, input.limit ?? 10)
  })

const indicative = (present: Needs) =>
  handle(getAisIndicative, async ({ input, caller }) => {
    const needs = await at(present, caller, input)
    const eye = eyeOf(needs, caller)
    const ids = await visible(needs, eye, input.bbox)
    return {
      cells: indicativeCells(needs.picture, ids, input.zoom, eye),
      exact: input.zoom >= EXACT_ZOOM,
      total: ids.length,
    }
  })

const utils = ({ names, zoneNames, portNames }: Needs) =>
  handle(getAisUtils, async ({ input, caller }) => {
    const sources = names.sources().filter((source) => caller.visibility.source(source.code))
    const { version: zones, eez } = zoneNames()
    const { version: harbours, ports } = portNames()
    const reported = JSON.stringify([NAV_STATUS_LABELS, sources, zones, harbours])
    const version = createHash('sha256').update(reported).digest('base64url').slice(0, 22)
    if (input.since_version === version)
      return { version, unchanged: true, nav_status: [], ship_type: [], sources: [], ports: [], eez: [] }
    return {
      version,
      unchanged: false,
      nav_status: NAV_STATUS_LABELS.map((label, code) => ({ code, label })),
      ship_type: Array.from({ length: 100 }, (_, code) => ({
        code,
        label: shipTypeLabel(code),
        group: shipGroup(code),
      })),
      sources: sources.map(({ code, name }) => ({ code, name })),
      ports,
      eez,
    }
  })

function sequenceOf(cursor: string | undefined): number {
  if (cursor === undefined) return -1
  const sequence = Number(cursor)
  if (!Number.isSafeInteger(sequence))
    throw new OperationError('VALIDATION', 'since is not valid. Use the value of an earlier answer.')
  return sequence
}

/** A page of ascending ids after the cursor. */
function pageOf(ids: number[], cursor: string | undefined, limit = PAGE) {
  const after = cursor === undefined ? -1 : sequenceOf(cursor)
  const from = ids.findIndex((id) => id > after)
  const page = from < 0 ? [] : ids.slice(from, from + limit)
  const last = page.at(-1)
  return { page, next: last !== undefined && last !== ids.at(-1) ? String(last) : null }
}
