import { NAV_NONE, NONE16 } from '../../../sea/fix-batch.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'

export type TrailRow = {
  mmsi: number
  split: number
  /** Epoch ms. */
  observedAt: number
  lat_udeg: number
  lon_udeg: number
  sog_tenths: number | null
  cog_tenths: number | null
  nav_status: number | null
  source_id: number
}
/** A ship's rows in order, and how many fixes it has in the period, those left out too. */
export type ShipRows = { rows: TrailRow[]; total: number }

/**
 * Returns the accepted fixes of many vessels, in order per vessel. `everyS` limits them to one fix per stretch of that
 * many seconds, plus first, last and both ends of every gap. 0 returns all fixes. Returns null above `limit`.
 */
export async function trailRows(
  reader: FixReader,
  of: {
    mmsis: number[]
    /** Epoch ms, both included. */
    from: number
    to: number
    sources: number[] | null
    /** Leaves out what arrived then or later. */
    knownBy?: number | undefined
    everyS: number
    gapMs: number
    limit: number
  },
): Promise<ShipRows[] | null> {
  const { mmsis, from, to, sources, knownBy } = of
  const taking = new Taking(of.everyS * 1000, of.gapMs)
  for await (const batch of reader.readFixes({
    by: 'OBSERVED',
    from,
    to: to + 1,
    mmsis,
    sources,
    knownBy,
    order: 'CONTACT',
    columns: ['lat', 'lon', 'sog', 'cog', 'navStatus', 'source'],
  })) {
    for (let i = 0; i < batch.count; i++) taking.take(batch, i)
    if (taking.reported > of.limit) return null
  }
  taking.end()
  return taking.reported > of.limit ? null : taking.ships
}

/** Decides on each fix when the next one is known. */
class Taking {
  readonly ships: ShipRows[] = []
  reported = 0
  readonly #everyMs: number
  readonly #gapMs: number
  #held: TrailRow | null = null
  #before: number | null = null

  constructor(everyMs: number, gapMs: number) {
    this.#everyMs = everyMs
    this.#gapMs = gapMs
  }

  take(fixes: FixBatch, i: number): void {
    const row = rowOf(fixes, i)
    const held = this.#held
    const isSameShip = held !== null && held.mmsi === row.mmsi && held.split === row.split
    this.#decide(isSameShip ? row.observedAt : null)
    if (!isSameShip) this.ships.push({ rows: [], total: 0 })
    this.#before = isSameShip ? held.observedAt : null
    this.#held = row
  }

  end(): void {
    this.#decide(null)
    this.#held = null
  }

  #decide(after: number | null) {
    const row = this.#held
    if (row === null) return
    const ship = this.ships.at(-1)!
    ship.total++
    if (!this.#isVisible(row.observedAt, after)) return
    ship.rows.push(row)
    this.reported++
  }

  #isVisible(at: number, after: number | null): boolean {
    const [before, every] = [this.#before, this.#everyMs]
    if (every === 0 || before === null || after === null) return true
    if (Math.floor(before / every) !== Math.floor(at / every)) return true
    return after - at > this.#gapMs || at - before > this.#gapMs
  }
}

const unless = (none: number, value: number) => (value === none ? null : value)

const rowOf = (fixes: FixBatch, i: number): TrailRow => ({
  mmsi: fixes.mmsi[i]!,
  split: fixes.split[i]!,
  observedAt: fixes.observedAt[i]!,
  lat_udeg: fixes.lat[i]!,
  lon_udeg: fixes.lon[i]!,
  sog_tenths: unless(NONE16, fixes.sog[i]!),
  cog_tenths: unless(NONE16, fixes.cog[i]!),
  nav_status: unless(NAV_NONE, fixes.navStatus[i]!),
  source_id: fixes.source[i]!,
})
