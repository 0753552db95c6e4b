import type { VesselNotificationType } from '@samudra/contract/subscriptions'
import type pg from 'pg'

/** Maximum age of an update that is notified; an older one is history. */
export const NEWS_MS = 24 * 3_600_000

/** Vessel update as sent to subscribers. */
export type VesselUpdateRow = {
  mmsi: number
  split: number
  /** The same for the same thing, however often it is found. */
  occasion: string
  type: VesselNotificationType
  /** Epoch ms. */
  at: number
  facts: VesselUpdateFacts
  /** Audience: one number of each group of sources; and every position, degrees as longitude and latitude. */
  sources: number[][]
  places: [number, number][]
}
export type VesselUpdateFacts = {
  port?: string
  zone?: { kind: string; id: string; name: string; isDisputed?: boolean }
  /** Berth or anchorage of an arrival. */
  lies?: 'berth' | 'anchor'
  /** Change of identity, in words. */
  change?: string
  near?: { nm: number; others: { mmsi: number; split: number }[]; count: number }
  silent?: { minutes: number; source: number; mmsis?: number[] }
}

const ROWS_AT_ONCE = 2000

/** Notes what happened, in the transaction that stores that it did; what is noted already, or is history, changes nothing. */
export async function storeVesselUpdates(
  client: pg.PoolClient,
  happenings: readonly VesselUpdateRow[],
  now: number,
): Promise<void> {
  const news = happenings.filter(({ at }) => now - at < NEWS_MS)
  for (let from = 0; from < news.length; from += ROWS_AT_ONCE)
    await client.query(
      `insert into happenings (mmsi, split, occasion, type, at, facts, sources, places, noted_at)
       select mmsi, split, occasion, type, to_timestamp(at / 1000), facts, sources, places, $2
       from jsonb_to_recordset($1::jsonb) as r (mmsi integer, split smallint, occasion text, type text,
         at double precision, facts jsonb, sources jsonb, places jsonb)
       on conflict do nothing`,
      [JSON.stringify(news.slice(from, from + ROWS_AT_ONCE)), new Date(now)],
    )
}
