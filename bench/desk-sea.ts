/**
 * Stores three months of a sea of 300 vessels, a position every ten minutes, as if they had been received. There are a
 * port strike, a storm, a week of spoofing and an outage of a feed. `dashboard.ts` serves them.
 */
import { sql } from 'kysely'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { saveStatics } from '../server/src/rooms/picture/picture/contacts/statics.sql.ts'
import { aFix, storeFixes, type PlainFix } from '../server/testing/seas/fixes.ts'
import { aResult, storedResults } from '../server/testing/seas/results.ts'
import type { ResultRow } from '../server/src/rooms/watch/rules/findings/results.sql.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const STEP = 600_000
export const DESK_DAYS = 92

/** The four stories, as days before now: their first and last instant. */
export const DESK_STORIES = {
  strike: { from: 60, to: 53, port: 'LKCMB' },
  storm: { from: 40, to: 36 },
  spoofing: { from: 25, to: 18 },
  outage: { from: 8.6, to: 7.3, source: 2 },
} as const

const PORTS = [
  { id: 'INCOK', lat: 9.965, lon: 76.25 },
  { id: 'LKCMB', lat: 6.95, lon: 79.84 },
  { id: 'INNSA', lat: 18.94, lon: 72.94 },
  { id: 'INMAA', lat: 13.1, lon: 80.3 },
  { id: 'OMSLL', lat: 16.94, lon: 54.0 },
  { id: 'MVMLE', lat: 4.17, lon: 73.5 },
  { id: 'BDCGP', lat: 22.3, lon: 91.8 },
] as const
const FLAGS = [419, 417, 351, 636, 538, 563, 477, 422, 470, 461, 455, 405, 235, 248, 565]
const TYPES = [70, 79, 80, 89, 30, 60, 52, 31, 36, 40]

type Story = { from: number; to: number }
const during = (t: number, now: number, { from, to }: Story) => t >= now - from * DAY && t < now - to * DAY
/** Deterministic numbers from 0 to 1. */
const dice = (seed: number) => {
  const x = Math.sin(seed * 12.9898) * 43758.5453
  return x - Math.floor(x)
}

type Vessel = {
  mmsi: number
  type: number
  from: number
  to: number
  trip: number
  stay: number
  phase: number
  sources: number[]
}
const vesselOf = (i: number): Vessel => ({
  mmsi: FLAGS[i % FLAGS.length]! * 1_000_000 + 1000 + i,
  type: TYPES[Math.floor(dice(i) * TYPES.length)]!,
  from: i % PORTS.length,
  to: (i + 1 + Math.floor(dice(i + 7) * (PORTS.length - 1))) % PORTS.length,
  trip: (2 + 3 * dice(i + 3)) * DAY,
  stay: (0.4 + dice(i + 5)) * DAY,
  phase: dice(i + 11) * 10 * DAY,
  sources: i % 3 === 0 ? [1] : i % 3 === 1 ? [1, 2] : [2],
})

/** Returns where a vessel is: leg of its shuttle, share of the way, and whether it lies in port. */
function whereIs(vessel: Vessel, t: number) {
  const round = 2 * (vessel.trip + vessel.stay)
  const at = (t + vessel.phase) % round
  const isBack = at >= round / 2
  const leg = at - (isBack ? round / 2 : 0)
  const [start, end] = isBack ? [vessel.to, vessel.from] : [vessel.from, vessel.to]
  const share = Math.min(1, leg / vessel.trip)
  return { start, end, share, isInPort: share === 1 }
}

function fixAt(vessel: Vessel, i: number, t: number, now: number): Partial<PlainFix>[] {
  const { start, end, share: way, isInPort } = whereIs(vessel, t)
  // Vessels wait at sea for the port that is on strike.
  const isStruck = PORTS[end]!.id === DESK_STORIES.strike.port && during(t, now, DESK_STORIES.strike)
  const share = isStruck ? Math.min(way, 0.93) : way
  const [a, b] = [PORTS[start]!, PORTS[end]!]
  const lat = a.lat + (b.lat - a.lat) * share - Math.sin(Math.PI * share) * (start === 6 || end === 6 ? 5 : 3)
  const lon = a.lon + (b.lon - a.lon) * share
  // Small craft stay in port while the storm lasts, and are switched off there.
  if (during(t, now, DESK_STORIES.storm) && lon > 78 && (vessel.type < 60 || dice(i + 21) < 0.6)) return []
  // A vessel that two sources receive is received by them in turn.
  const heard = vessel.sources[Math.floor(t / STEP) % vessel.sources.length]!
  return [heard]
    .filter((source) => source !== DESK_STORIES.outage.source || !during(t, now, DESK_STORIES.outage))
    .map((source) => ({
      mmsi: vessel.mmsi,
      source,
      observedAt: t,
      lat: Math.round(lat * 1e6),
      lon: Math.round(lon * 1e6),
      sog: isInPort && !isStruck ? 0 : isStruck && way === 1 ? 2 : 130,
    }))
}

/** Stores the fixes, day by day. */
async function storeDays(db: Db, vessels: readonly Vessel[], now: number, days: number) {
  let count = 0
  for (let day = now - days * DAY; day < now; day += DAY) {
    const fixes: PlainFix[] = []
    for (let t = day; t < Math.min(day + DAY, now); t += STEP)
      for (const [i, vessel] of vessels.entries())
        for (const fix of fixAt(vessel, i, t + i * 900, now))
          fixes.push(aFix({ ...fix, recTime: t + i * 900 + 2000, fixId: (t + i * 900) * 1024 + fix.source! }))
    await storeFixes(db, fixes)
    count += fixes.length
  }
  return count
}

/** Stores port calls of the shuttles; none at the port of the strike while it lasts. */
async function storeCalls(db: Db, vessels: readonly Vessel[], now: number) {
  const calls: object[] = []
  for (const [i, vessel] of vessels.entries()) {
    const half = vessel.trip + vessel.stay
    for (
      let at = now - DESK_DAYS * DAY - (((now - DESK_DAYS * DAY + vessel.phase) % half) - vessel.trip);
      at < now;
      at += half
    ) {
      const { end } = whereIs(vessel, at + 1000)
      const port = PORTS[end]!
      const left = at + vessel.stay
      if (port.id === DESK_STORIES.strike.port && during(at, now, DESK_STORIES.strike)) continue
      calls.push({
        id: `c${i}.${Math.round(at / 1000)}`,
        version: 1,
        known_from: new Date(at),
        mmsi: vessel.mmsi,
        split: 0,
        port_id: port.id,
        state: left < now ? 'DEPARTED' : 'BERTHED',
        began_at: new Date(at),
        ended_at: left < now ? new Date(left) : 'infinity',
        entered_at: new Date(at),
        berthed_at: new Date(at),
        departed_at: left < now ? new Date(left) : null,
        confidence: 3,
        evidence: [],
        sources: vessel.sources,
        lat_udeg: Math.round(port.lat * 1e6),
        lon_udeg: Math.round(port.lon * 1e6),
        ship_type: vessel.type,
        computed_from: 'LIVE',
      })
    }
  }
  await sql`insert into port_calls select (jsonb_populate_record(null::port_calls, one)).* from jsonb_array_elements(${JSON.stringify(calls)}::jsonb) one`.execute(
    query(db),
  )
  return calls.length
}

const USUAL_FINDS = [
  'LOITERING_EVENT',
  'ENCOUNTER_EVENT',
  'SPEED_CHANGE',
  'COURSE_CHANGE',
  'FEED_DELAY',
] as const

/** Stores what detectors found: some every day, and forty false positions a day in the week of spoofing. */
async function storeFound(db: Db, vessels: readonly Vessel[], now: number) {
  const rows: ResultRow[] = []
  const find = (rule_id: string, t: number, seed: number) => {
    const vessel = vessels[Math.floor(dice(seed) * vessels.length)]!
    const place = whereIs(vessel, t)
    const port = PORTS[place.start]!
    rows.push(
      aResult(t, {
        id: `${rule_id}.${rows.length}`,
        rule_id,
        mmsi: vessel.mmsi,
        sources: [vessel.sources],
        severity: rule_id === 'SPOOFING_EVENT' ? 'HIGH' : 'LOW',
        lat_udeg: Math.round((port.lat - 1) * 1e6),
        lon_udeg: Math.round((port.lon - 1) * 1e6),
        ended_at: t + HOUR,
        last_at: t + HOUR,
        status: 'CLEARED',
      }),
    )
  }
  for (let day = now - DESK_DAYS * DAY; day < now; day += DAY)
    for (let n = 0; n < 14; n++) {
      const t = day + dice(day / DAY + n) * DAY
      if (t < now) find(USUAL_FINDS[n % USUAL_FINDS.length]!, t, day / DAY + n * 3)
      if (during(t, now, DESK_STORIES.spoofing))
        for (let k = 0; k < 4; k++) find('SPOOFING_EVENT', t + k * 60_000, day / DAY + n + k * 17)
    }
  for (let i = 0; i < rows.length; i += 500) await storedResults(db, rows.slice(i, i + 500))
  return rows.length
}

/** Returns whether a database holds the sea already. */
export async function hasDeskSea(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from sources limit 1`.execute(query(db))
  return rows.length > 0
}

/** Stores the whole sea. */
export async function storeDeskSea(db: Db, now: number, { days = DESK_DAYS, vessels: count = 300 } = {}) {
  const vessels = Array.from({ length: count }, (_, i) => vesselOf(i))
  await sql`insert into sources (id, code, name) values (1, 'COAST', 'Coast stations'), (2, 'SATX', 'Satellites') on conflict do nothing`.execute(
    query(db),
  )
  await saveStatics(
    db,
    vessels.map(({ mmsi, type, sources }, i) => ({
      mmsi,
      split: 0,
      marks: 0,
      fields: {
        shipType: { value: type, source: sources[0]!, at: now - DESK_DAYS * DAY },
        name: { value: `OCEAN TRADER ${i + 1}`, source: sources[0]!, at: now - DESK_DAYS * DAY },
      },
    })),
    new Date(now - (DESK_DAYS + 1) * DAY),
  )
  const counts = {
    fixes: await storeDays(db, vessels, now, days),
    calls: await storeCalls(db, vessels, now),
    found: await storeFound(db, vessels, now),
  }
  await skipDerivation(db, now)
  return counts
}

/** Counts the hours from the fixes at once, without what the live derivation would look at on the way. */
async function skipDerivation(db: Db, now: number) {
  await sql`insert into derivations (name, upto_fix_id) select 'fixes', max(fix_id) from fixes
    on conflict (name) do update set upto_fix_id = excluded.upto_fix_id`.execute(query(db))
  await sql`insert into traffic_dirty_hours (hour, touch, touched_at)
    select hour, nextval('traffic_touches'), now()
    from generate_series(date_trunc('hour', ${new Date(now - DESK_DAYS * DAY)}::timestamptz), now(), interval '1 hour') hour
    on conflict do nothing`.execute(query(db))
  await sql`insert into port_call_follow (upto) values (${now}::float8) on conflict do nothing`.execute(
    query(db),
  )
  await sql`insert into derivations (name, upto_fix_id) values ('traffic', 0) on conflict do nothing`.execute(
    query(db),
  )
}
