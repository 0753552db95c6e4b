import {
  aisFieldsAutocomplete,
  filterAisData,
  getAisDetailsByVessel,
  getAisIndicative,
  getAisUtils,
  getVesselData,
  getVesselStats,
} from '@samudra/contract/picture'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import { shipGroup, shipTypeLabel } from '@samudra/nautical/ship-types'
import { maySeeSource, type Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import { EVERYWHERE, boxOf, isInBox } from './boxes.ts'
import { suggestions } from './autocomplete.ts'
import { compileFilter, type ContactTest } from './filter.ts'
import { indicativeCells } from './indicative.ts'
import type { Picture } from './picture.ts'
import { presentContact, presentDetails, type FeedNames } from './present.ts'

const PAGE = 500

type Needs = {
  picture: Picture
  names: FeedNames & { sources(): { code: string; name: string }[] }
  clock: Clock
}

export function pictureOps({ picture, names, clock }: Needs): Handled[] {
  const { store } = picture
  const present = (id: number) => presentContact(picture, id, names, clock.now())
  const asOf = () => new Date(clock.now()).toISOString()

  /** Ids of what a caller may see and a test lets through, ascending. */
  function visible(caller: Caller, box = EVERYWHERE, test: ContactTest = () => true): number[] {
    const now = clock.now()
    const ids: number[] = []
    for (let id = 0; id < store.used; id++) {
      const row = store.shown[id]!
      if (store.isAlive[id] === 0 || row < 0) continue
      if (!isInBox(box, store.rows.lat[row]!, store.rows.lon[row]!)) continue
      if (maySeeSource(caller, names.sourceCode(store.rows.source[row]!)) && test(id, now)) ids.push(id)
    }
    return ids
  }

  return [
    handle(getAisDetailsByVessel, async ({ input, caller }) => {
      let id = store.firstOf(Number(input.mmsi))
      while (id >= 0 && store.split[id] !== (input.split_id ?? store.split[id])) id = store.nextOfMmsi[id]!
      const maySee = (source: string) => maySeeSource(caller, source)
      if (id < 0 || !maySee(names.sourceCode(store.rows.source[store.shown[id]!]!)))
        throw new Refusal('NOT_FOUND', `No contact with MMSI ${input.mmsi} is on the picture.`)
      return presentDetails(picture, id, names, clock.now(), maySee)
    }),
    handle(getVesselData, async ({ input, caller }) => {
      const since = sequenceOf(input.since)
      const imo = input.imo === undefined ? null : Number(input.imo)
      const upto = store.seq
      const ids = visible(
        caller,
        input.bbox === undefined ? undefined : boxOf(input.bbox),
        (id) =>
          store.changeSeq[id]! > since &&
          (input.mmsi === undefined || store.mmsi[id] === Number(input.mmsi)) &&
          (imo === null || picture.statics.number(id, 'imo') === imo),
      )
      const { page, next } = pageOf(ids, input.cursor, input.limit)
      return { items: page.map(present), total: ids.length, next, as_of: asOf(), since: String(upto) }
    }),
    handle(filterAisData, async ({ input, caller }) => {
      const box = input.bbox === undefined ? undefined : boxOf(input.bbox)
      const total = visible(caller, box).length
      const ids = visible(caller, box, compileFilter(input.filter, picture, names))
      const { page, next } = pageOf(ids, input.cursor, input.limit)
      return {
        ais: page.map(present),
        count: ids.length,
        total,
        truncated: next !== null,
        next,
        as_of: asOf(),
      }
    }),
    handle(getVesselStats, async ({ input, caller }) => {
      const counts = new Map<string, number>()
      const ids = visible(caller, input.bbox === undefined ? undefined : boxOf(input.bbox))
      for (const id of ids) {
        const key = present(id)[input.by] ?? 'UNKNOWN'
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      const groups = [...counts].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count)
      return { total: ids.length, groups, as_of: asOf() }
    }),
    handle(aisFieldsAutocomplete, async ({ input, caller }) =>
      suggestions(picture, visible(caller), input.field, input.q, input.limit ?? 10),
    ),
    handle(getAisIndicative, async ({ input, caller }) => {
      const ids = visible(caller, boxOf(input.bbox))
      return { cells: indicativeCells(picture, ids, input.zoom), exact: input.zoom >= 6, total: ids.length }
    }),
    handle(getAisUtils, async ({ caller }) => {
      const sources = names.sources().filter((source) => maySeeSource(caller, source.code))
      return {
        version: `${NAV_STATUS_LABELS.length}.${sources.length}`,
        nav_status: NAV_STATUS_LABELS.map((label, code) => ({ code, label })),
        ship_type: Array.from({ length: 100 }, (_, code) => ({
          code,
          label: shipTypeLabel(code),
          group: shipGroup(code),
        })),
        sources: sources.map(({ code, name }) => ({ code, name })),
        ports: [],
        eez: [],
      }
    }),
  ]
}

function sequenceOf(cursor: string | undefined): number {
  if (cursor === undefined) return -1
  const sequence = Number(cursor)
  if (!Number.isSafeInteger(sequence))
    throw new Refusal('VALIDATION', 'since is not one of an earlier answer.')
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
