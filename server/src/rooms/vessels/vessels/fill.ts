import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobKind, JobRun } from '../../../platform/needs/jobs.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { identityChanges } from '../../../sea/identities.sql.ts'
import type { Origin, StaticField, StaticFields } from '../../../sea/static-fields.ts'
import type { StaticReport } from '../../../sea/topics.ts'
import { claimOf } from './claim-log.ts'
import type { Claim } from './claim.ts'
import { storeClaims } from './claims.sql.ts'
import { beginFill, fillGoneTo } from './fill.sql.ts'

/** Period after which reports are placed at the position of its end. */
const SLICE_MS = 6 * 3_600_000
const DAY_MS = 24 * 3_600_000
const CLAIMS_AT_ONCE = 5000

/** By which report ships say who they are whose fixes are of a type; others are no ships. */
const REPORTS: Partial<Record<number, 5 | 24>> = { 1: 5, 2: 5, 3: 5, 27: 5, 18: 24, 19: 24 }
const ALL = ['name', 'callSign', 'imo', 'shipType', 'toBow', 'toStern', 'toPort', 'toStarboard'] as const
const PART_A = ['name'] as const
const PART_B = ['callSign', 'shipType', 'toBow', 'toStern', 'toPort', 'toStarboard'] as const

type Needs = { db: Db; clock: Clock; fixes: FixReader }
type Place = { lat: number; lon: number; type: number }

/** Returns the job that imports reports from before the register into it, once. */
export const fillJob = (needs: Needs): JobKind => ({
  name: 'register.fill',
  does: 'Adds earlier static reports to the register',
  when: { everyMs: DAY_MS, atStart: true },
  work: (run) => fill(needs, run),
})

async function fill({ db, clock, fixes }: Needs, run: JobRun): Promise<void> {
  const { upto, until } = await beginFill(db, new Date(clock.now()))
  for (let from = upto; from < until; from += SLICE_MS) {
    run.signal.throwIfAborted()
    const to = Math.min(from + SLICE_MS, until)
    const versions = await identityChanges(db, new Date(from), new Date(to))
    const claims: Claim[] = []
    if (versions.length > 0) {
      const mmsis = [...new Set(versions.map(({ mmsi }) => mmsi))]
      const columns = ['lat', 'lon', 'type', 'source'] as const
      const places = placesOf(
        await fixes.latestAt({ by: 'ARRIVAL', at: to, mmsis, columns, signal: run.signal }),
      )
      for (const { mmsi, split, fields, at } of versions)
        claims.push(...claimsOf({ mmsi, split, fields, at }, places))
    }
    // The last part goes with the mark: what is stored twice after a kill is the same row.
    for (let i = 0; i < claims.length; i += CLAIMS_AT_ONCE)
      await run.step({}, (client) => storeClaims(client, claims.slice(i, i + CLAIMS_AT_ONCE)))
    await fillGoneTo(db, new Date(to))
    run.progress((to - upto) / (until - upto))
  }
}

/** Where each source saw each contact last, and where any did. */
function placesOf(fixes: FixBatch): Map<string, Place> {
  const places = new Map<string, Place>()
  for (let i = 0; i < fixes.count; i++) {
    const place = { lat: fixes.lat[i]!, lon: fixes.lon[i]!, type: fixes.type[i]! }
    const contact = `${fixes.mmsi[i]!}/${fixes.split[i]!}`
    places.set(`${contact}/${fixes.source[i]!}`, place).set(contact, place)
  }
  return places
}

type Version = { mmsi: number; split: number; fields: StaticFields; at: number }

/**
 * Returns the claims of a version: one for each of its sources and messages. A source without any position is omitted.
 */
function claimsOf({ mmsi, split, fields, at }: Version, places: Map<string, Place>): Claim[] {
  if (fields.aidType !== undefined) return []
  const origins = Object.values(fields)
  const sources = new Set(origins.flatMap(({ source, also = [] }) => [source, ...also]))
  return [...sources].flatMap((source) => {
    const place = places.get(`${mmsi}/${split}/${source}`) ?? places.get(`${mmsi}/${split}`)
    const report = REPORTS[place?.type ?? 0]
    if (place === undefined || report === undefined) return []
    const parts = report === 5 ? [ALL] : [PART_A, PART_B]
    return parts.flatMap((names) =>
      reportedClaims({ mmsi, split, source, at, place, type: report }, fields, names),
    )
  })
}

type Reporter = { mmsi: number; split: number; source: number; at: number; place: Place; type: number }

function reportedClaims(reported: Reporter, fields: StaticFields, names: readonly StaticField[]): Claim[] {
  const { mmsi, split, source, at, place, type } = reported
  const reportedBy = (origin: Origin | undefined) =>
    origin !== undefined && (origin.source === source || origin.also?.includes(source) === true)
  const own = names.flatMap((name) => (reportedBy(fields[name]) ? [[name, fields[name]!] as const] : []))
  if (own.length === 0) return []
  const report: StaticReport = {
    recordedFeed: null,
    ...NOTHING_REPORTED,
    ...Object.fromEntries(own.map(([name, { value }]) => [name, value])),
    mmsi,
    type,
    source,
    recTime: at,
  }
  const last = Math.max(...own.map(([, origin]) => origin.at))
  // All of it was reported once the last part was.
  const first = Math.max(...own.map(([, { at: text, since = text }]) => since))
  const { lat: latUdeg, lon: lonUdeg } = place
  const claim = claimOf({ mmsi, split, source, recTime: at, observedAt: first, latUdeg, lonUdeg, report })
  return [{ ...claim, last: { ...claim.last, at: last } }]
}

const NOTHING_REPORTED = {
  observedAt: 0,
  name: null,
  callSign: null,
  imo: null,
  shipType: null,
  aidType: null,
  toBow: null,
  toStern: null,
  toPort: null,
  toStarboard: null,
  eta: null,
  draught: null,
  destination: null,
}
