import type { AisFilter } from '@samudra/contract/filter'
import { filterAisData, type AisRecord } from '@samudra/contract/picture'
import { pastParameters } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'

const PAGE = 500
/** Maximum number of listed rows; the file has all of them. */
export const MOST_LISTED = 5000

export type Listed = { ships: AisRecord[]; count: number; asOf: string }

/** The contacts that pass a filter, page by page, up to so many; by name. */
export async function readContacts(filter: AisFilter, most: number, signal?: AbortSignal): Promise<Listed> {
  const ships: AisRecord[] = []
  let cursor: string | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(filter, cursor, signal)
    ships.push(...page.ais)
    cursor = page.next
    if (cursor === null || ships.length >= most)
      return { ships: ships.toSorted(byName), count: page.count, asOf: page.as_of }
  }
}

const ask = (filter: AisFilter, cursor: string | null, signal: AbortSignal | undefined) =>
  call(
    filterAisData,
    { filter, limit: PAGE, ...pastParameters(), ...(cursor === null ? {} : { cursor }) },
    signal === undefined ? {} : { signal },
  )

/** Compares by name; contacts without a name come last. */
const byName = (a: AisRecord, b: AisRecord) =>
  Number(a.ship_name === null) - Number(b.ship_name === null) ||
  (a.ship_name ?? a.mmsi).localeCompare(b.ship_name ?? b.mmsi, 'en')
