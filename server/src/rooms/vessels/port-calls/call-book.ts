import type { CallRow, Particulars } from './call-row.ts'
import { detectedRow, endOf, expectedRow, next, NO_PARTICULARS, sameCall } from './call-row.ts'
import type { Found } from './follower.ts'

/** Declared destination of a vessel. `portId` is null if it declares no known port or no time. */
export type Declaration = {
  mmsi: number
  split: number
  at: number
  portId: string | null
  expectedAt: number | null
  text: string
  sources: number[]
}

const MINUTE = 60_000
const DAY = 86_400_000
/** An ETA that moves by less is the same. */
const SAME_ETA_MS = 10 * MINUTE
/** Maximum age of a declared time, and maximum time ahead, for it to count as an ETA. */
const PAST_MS = 12 * 3_600_000
const AHEAD_MS = 60 * DAY

/** The calls of some ships, as they are believed and as they come to be; what changed is stored in one go. */
export class CallBook {
  readonly #known = new Map<number, CallRow[]>()
  readonly #stored: ReadonlyMap<string, CallRow>
  readonly #changed = new Map<string, CallRow>()
  readonly #at: number

  /** Rows in order of their beginning; `at` is when changes become known, epoch ms. */
  constructor(known: readonly CallRow[], at: number) {
    for (const row of known) this.#add(row)
    this.#stored = new Map(known.map((row) => [row.id, row]))
    this.#at = at
  }

  /** The rows that changed, each one version after the stored one. */
  changed(): CallRow[] {
    return [...this.#changed.values()].map((row) => ({
      ...row,
      version: (this.#stored.get(row.id)?.version ?? 0) + 1,
    }))
  }

  /** Returns the changed calls, before and after: views of either may change. */
  touched(): CallRow[] {
    return [...this.#changed.values()].flatMap((row) => {
      const before = this.#stored.get(row.id)
      return before === undefined ? [row] : [before, row]
    })
  }

  callsOf(mmsi: number, split: number): CallRow[] {
    return this.#of(mmsi).filter((row) => row.split === split)
  }

  detect(
    { mmsi, split, call }: Found,
    particulars: Particulars | undefined,
    from: 'LIVE' | 'BACKFILL',
  ): void {
    const before = sameCall(call, this.callsOf(mmsi, split))
    this.#put(
      before,
      detectedRow(before, call, {
        mmsi,
        split,
        at: this.#at,
        particulars: particulars ?? NO_PARTICULARS,
        from,
      }),
    )
  }

  /** Applies a declaration; `portNow` is the present port of the vessel. */
  declare(report: Declaration, portNow: string | null, particulars: Particulars): void {
    const { mmsi, split, portId, expectedAt } = report
    const open = this.callsOf(mmsi, split).filter(({ state }) => state === 'EXPECTED')
    const isEta =
      portId !== null &&
      expectedAt !== null &&
      portId !== portNow &&
      expectedAt > report.at - PAST_MS &&
      expectedAt < report.at + AHEAD_MS
    for (const row of open)
      if (row.changed_by === null && (!isEta || row.port_id !== portId) && row.port_id !== portNow)
        this.#put(row, next(row, this.#at, { state: 'CANCELLED', reason: 'The AIS destination changed.' }))
    if (!isEta) return
    const same = open.find((row) => row.port_id === portId)
    if (same !== undefined && Math.abs(same.expected_at! - expectedAt) < SAME_ETA_MS) return
    if (same !== undefined && same.changed_by !== null) return
    this.#put(same, expectedRow(same, { ...report, portId, expectedAt, at: this.#at, particulars }))
  }

  /** Marks an expected call as missed. */
  miss(row: CallRow): void {
    const now = this.#of(row.mmsi).find(({ id }) => id === row.id) ?? row
    if (now.state === 'EXPECTED') this.#put(now, next(now, this.#at, { state: 'MISSED' }))
  }

  /** Takes back what fixes of a period do not bear out any more; `found` are the calls they do. */
  takeBack(mmsi: number, period: { from: number; to: number }, found: readonly Found[]): void {
    for (const row of this.#of(mmsi)) {
      const isDetected = row.entered_at !== null && row.changed_by === null && row.state !== 'CANCELLED'
      if (!isDetected || row.entered_at! < period.from || endOf(row) > period.to) continue
      const isBorneOut = found.some(
        (one) => one.split === row.split && sameCall(one.call, [row]) !== undefined,
      )
      if (!isBorneOut)
        this.#put(
          row,
          next(row, this.#at, {
            state: 'CANCELLED',
            reason: 'The stored fixes no longer confirm it.',
          }),
        )
    }
  }

  #put(before: CallRow | undefined, row: CallRow | null): void {
    if (row === null) return
    const known = this.#of(row.mmsi)
    const place = before === undefined ? -1 : known.indexOf(before)
    if (place < 0) this.#add(row)
    else this.#known.set(row.mmsi, known.with(place, row))
    this.#changed.set(row.id, row)
  }

  #of(mmsi: number): readonly CallRow[] {
    return this.#known.get(mmsi) ?? []
  }
  #add(row: CallRow) {
    this.#known.set(row.mmsi, [...this.#of(row.mmsi), row])
  }
}
