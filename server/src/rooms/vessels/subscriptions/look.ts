import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Heard, NearPair, Watched } from '../../picture/picture/room.ts'
import { NEWS_MS, storeVesselUpdates, type VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'
import type { StaticField, StaticFields } from '../../../sea/static-fields.ts'
import type { Followers } from './followers.ts'
import {
  identitiesSince,
  inFollowing,
  keepFollow,
  keepPairs,
  readFollow,
  readPairs,
  type Follow,
  type IdentityChange,
  type PairRow,
} from './subscriptions.sql.ts'

const MINUTE = 60_000
/** Gap after which it is unknown whether a source or Samudra was silent. */
const GAP_MS = 5 * MINUTE
/** Maximum delay between the date of static data and its storage. */
const STATIC_MARGIN_MS = 2 * MINUTE
/** Maximum age of a fix for a pair to count as parted; beyond it the vessels may have parted unseen. */
const FRESH_MS = 10 * MINUTE
/** Two have parted when they are so much farther than near. */
const apart = (nm: number) => nm * 1.25 + 0.1
const NAMED = 3

export type LookNeeds = {
  db: Db
  clock: Clock
  watched: Watched
  followers: Followers
  /** Returns the silence after which a vessel counts as dark, ms. */
  silentMs: () => number
}

/**
 * Checks followed vessels, and stores which have gone dark, came near another or changed identity. Its state is in the
 * database, in one transaction with the findings. The next process resumes from there.
 */
export async function lookAtShips(needs: LookNeeds): Promise<void> {
  const { db, clock, followers } = needs
  const now = clock.now()
  const of = {
    dark: followers.ships('DARK', now),
    near: followers.ships('NEAR', now),
    identity: followers.ships('IDENTITY', now),
  }
  if (of.dark.size + of.near.size + of.identity.size === 0) return
  const before = await readFollow(db)
  const follow = goOn(needs, before, now)
  // Before the first run no vessels are known to have been apart.
  const since = before?.ran_at ?? -Infinity
  const known = await readPairs(db)
  const identities = await identitiesSince(
    db,
    [...of.identity.keys()],
    (before?.ran_at ?? now) - STATIC_MARGIN_MS,
  )
  const pairs = nearNow(needs, of.near, { known, since, now })
  const found = [
    ...darkShips(needs, follow, [...of.dark.keys()], now),
    ...pairs.happenings,
    ...identities.flatMap((one) => identityOf(one, needs.watched)),
  ]
  await inFollowing(db, async (client) => {
    await storeVesselUpdates(client, found, now)
    await keepPairs(client, pairs)
    await keepFollow(client, follow)
  })
}

/**
 * Returns the next state. A source silent for half the time is down; once it returns, its vessels have the whole time
 * again.
 */
function goOn({ watched, silentMs }: LookNeeds, before: Follow | null, now: number): Follow {
  const isGap = before === null || now - before.ran_at > GAP_MS
  const up: Record<string, number> = {}
  for (const [source, last] of watched.sourcesHeard())
    if (now - last <= silentMs() / 2) up[source] = (isGap ? undefined : before.sources_up[source]) ?? now
  return { ran_at: now, watching_since: isGap ? now : before.watching_since, sources_up: up }
}

/** Returns vessels that are silent while their source is received; otherwise the source, once for all its vessels. */
function darkShips(
  { watched, silentMs }: LookNeeds,
  { sources_up, watching_since }: Follow,
  mmsis: readonly number[],
  now: number,
): VesselUpdateRow[] {
  const silent = silentMs()
  const last = watched.sourcesHeard()
  const found: VesselUpdateRow[] = []
  const unheard = new Map<number, number[]>()
  for (const mmsi of mmsis)
    for (const heard of watched.heard(mmsi)) {
      if (now - heard.at < silent || now - heard.at > NEWS_MS) continue
      const up = sources_up[heard.source]
      if (up !== undefined) {
        if (now - up >= silent) found.push(darkOf(heard, silent))
      } else if ((last.get(heard.source) ?? 0) - heard.at < silent)
        unheard.set(heard.source, [...(unheard.get(heard.source) ?? []), mmsi])
    }
  for (const [source, ships] of unheard) {
    const at = last.get(source) ?? 0
    // Samudra itself may have been away.
    if (now - Math.max(at, watching_since) < silent) continue
    found.push({
      mmsi: 0,
      split: 0,
      occasion: `FEED_SILENT ${source} ${at}`,
      type: 'FEED_SILENT',
      at: at + silent,
      facts: { silent: { minutes: Math.round(silent / MINUTE), source, mmsis: ships } },
      sources: [[source]],
      places: [],
    })
  }
  return found
}

const darkOf = ({ mmsi, split, at, source, lat, lon }: Heard, silent: number): VesselUpdateRow => ({
  mmsi,
  split,
  occasion: `DARK ${split} ${at}`,
  type: 'DARK',
  at: at + silent,
  facts: { silent: { minutes: Math.round(silent / MINUTE), source } },
  sources: [[source]],
  places: [[lon, lat]],
})

const FIELDS: readonly [StaticField, string][] = [
  ['name', 'name'],
  ['callSign', 'call sign'],
  ['imo', 'IMO'],
]

/** Returns the changed identity of a vessel; a first report is no change. */
function identityOf(one: IdentityChange, watched: Watched): VesselUpdateRow[] {
  const changed = FIELDS.filter(([field]) => {
    const [was, is] = [one.before[field]?.value, one.after[field]?.value]
    return was !== undefined && is !== undefined && was !== is
  })
  const place = watched.heard(one.mmsi).find(({ split }) => split === one.split)
  if (changed.length === 0 || place === undefined) return []
  const change = changed.map(
    ([field, words]) => `${words} ${one.before[field]!.value}, now ${one.after[field]!.value}`,
  )
  const sources = changed.flatMap(([field]) => [sourcesOf(one.before, field), sourcesOf(one.after, field)])
  return [
    {
      mmsi: one.mmsi,
      split: one.split,
      occasion: `IDENTITY ${one.split} ${one.at}`,
      type: 'IDENTITY',
      at: one.at,
      facts: { change: change.join('; ') },
      sources,
      places: [[place.lon, place.lat]],
    },
  ]
}
const sourcesOf = (fields: StaticFields, field: StaticField): number[] => {
  const text = fields[field]!
  return [text.source, ...(text.also ?? [])]
}

const keyOf = ({ mmsi, other, near_nm }: PairRow) => `${mmsi} ${other} ${near_nm}`

/**
 * Returns pairs that came near since the last run, and those that parted. Pairs already near at subscription are no
 * news.
 */
function nearNow(
  { watched }: Pick<LookNeeds, 'watched'>,
  ships: ReturnType<Followers['ships']>,
  { known, since, now }: { known: readonly PairRow[]; since: number; now: number },
) {
  // Distance, and whether a subscription existed before the last run.
  const query = new Map<number, Map<number, boolean>>()
  const farthest = new Map<number, number>()
  for (const [mmsi, subscriptions] of ships)
    for (const { body, known_from } of subscriptions) {
      const nm = body.near_nm ?? 0
      const of = query.get(mmsi) ?? new Map<number, boolean>()
      of.set(nm, of.get(nm) === true || known_from.getTime() < since)
      query.set(mmsi, of)
      farthest.set(mmsi, Math.max(farthest.get(mmsi) ?? 0, apart(nm)))
    }
  const knownKeys = new Set(known.map(keyOf))
  const still = new Set<string>()
  const begun: PairRow[] = []
  const fresh = new Map<string, NearPair[]>()
  for (const pair of watched.pairs(farthest, now))
    for (const [near_nm, isNews] of query.get(pair.one.mmsi) ?? []) {
      const row = { mmsi: pair.one.mmsi, other: pair.other.mmsi, near_nm }
      const key = keyOf(row)
      if (knownKeys.has(key)) {
        if (pair.nm <= apart(near_nm)) still.add(key)
      } else if (pair.nm <= near_nm && !still.has(key)) {
        still.add(key)
        begun.push(row)
        if (!isNews) continue
        const group = `${row.mmsi} ${pair.one.split} ${near_nm}`
        fresh.set(group, [...(fresh.get(group) ?? []), pair])
      }
    }
  const isFresh = (mmsi: number) => watched.heard(mmsi).some(({ at }) => now - at < FRESH_MS)
  const isOnPicture = (mmsi: number) => watched.heard(mmsi).length > 0
  const ended = known.filter((row) => {
    if (still.has(keyOf(row))) return false
    const isQuery = query.get(row.mmsi)?.has(row.near_nm) === true
    const isUnseen =
      isOnPicture(row.mmsi) && isOnPicture(row.other) && !(isFresh(row.mmsi) && isFresh(row.other))
    return !isQuery || !isUnseen
  })
  const happenings = [...fresh].map(([group, pairs]) => nearOf(pairs, Number(group.split(' ')[2]), now))
  return { begun, ended, happenings }
}

function nearOf(pairs: readonly NearPair[], nm: number, now: number): VesselUpdateRow {
  const nearest = [...pairs].sort((a, b) => a.nm - b.nm)
  const { one } = nearest[0]!
  const others = nearest.slice(0, NAMED).map(({ other }) => other)
  const all = [one, ...others]
  return {
    mmsi: one.mmsi,
    split: one.split,
    occasion: `NEAR ${one.split} ${nm} ${now}`,
    type: 'NEAR',
    at: now,
    facts: {
      near: { nm, others: others.map(({ mmsi, split }) => ({ mmsi, split })), count: pairs.length },
    },
    sources: all.map(({ source }) => [source]),
    places: all.map(({ lon, lat }) => [lon, lat]),
  }
}
