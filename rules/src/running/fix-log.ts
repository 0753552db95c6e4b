/** The first entry of a chain has none before it; what was before may have been overwritten. */
export const NONE = -1
export const GONE = -2

/** A fix: degrees, knots, epoch ms; NaN where a number is not available, -1 for no navigational status. */
export type Fix = {
  at: number
  id: number
  source: number
  lat: number
  lon: number
  sog: number
  cog: number
  heading: number
  rot: number
  nav: number
  receivedAt: number
}

/** One to be filled. */
export const emptyFix = (): Fix => ({
  at: 0,
  id: 0,
  source: 0,
  lat: 0,
  lon: 0,
  sog: 0,
  cog: 0,
  heading: 0,
  rot: 0,
  nav: 0,
  receivedAt: 0,
})

const grown = <T extends Float64Array | Int32Array>(old: T, size: number): T => {
  const wider = new (old.constructor as new (size: number) => T)(size)
  wider.set(old)
  return wider
}

/** Returns whether two fixes are in order: at one instant the lower source, then the lower id, comes first. */
export function isInOrder(last: Pick<Fix, 'at' | 'source' | 'id'>, { at, source, id }: Fix): boolean {
  if (last.at !== at) return true
  return source > last.source || (source === last.source && id > last.id)
}

/**
 * Log of recent fixes by column, in order of arrival; those of a vessel are chained backwards. It stores fixes up to
 * the requested age and grows up to a bound, beyond which the oldest are overwritten. Adding allocates nothing, except
 * when the log grows.
 */
export class FixLog {
  at: Float64Array
  id: Float64Array
  lat: Float64Array
  lon: Float64Array
  /** Knots and degrees, NaN when not available; rate of turn in degrees a minute; -1 for no navigational status. */
  sog: Float64Array
  cog: Float64Array
  heading: Float64Array
  rot: Float64Array
  nav: Int32Array
  source: Int32Array
  receivedAt: Float64Array
  #before: Float64Array
  /** Number of fixes ever added, which is the number of the next one. */
  #count = 0
  /** Entries before it were let go when there was made room. */
  #oldest = 0
  readonly #keepMs: number
  readonly #most: number

  constructor(keepMs: number, { size = 1024, most = 1 << 22 } = {}) {
    this.#keepMs = keepMs
    this.#most = most
    const column = () => new Float64Array(size)
    this.at = column()
    this.id = column()
    this.lat = column()
    this.lon = column()
    this.sog = column()
    this.cog = column()
    this.heading = column()
    this.rot = column()
    this.nav = new Int32Array(size)
    this.source = new Int32Array(size)
    this.receivedAt = column()
    this.#before = column()
  }

  /** Where an entry lies in the columns. */
  slotOf(entry: number): number {
    return entry % this.at.length
  }

  /** The one of the same ship that came before, `NONE` or `GONE`. */
  before(entry: number): number {
    const before = this.#before[this.slotOf(entry)]!
    return before < 0 || before >= Math.max(this.#oldest, this.#count - this.at.length) ? before : GONE
  }

  /** Returns whether the log contains a fix, by its vessel's last entry. */
  has({ id, at }: Fix, last: number): boolean {
    for (let entry = last; entry !== NONE && entry !== GONE; entry = this.before(entry)) {
      const slot = this.slotOf(entry)
      if (this.id[slot] === id && this.at[slot] === at) return true
    }
    return false
  }

  /**
   * Returns the slots of a vessel's fixes after an instant, in order, from its last entry back to an earlier one.
   * Returns null when some are no longer in the log.
   */
  slotsSince({ at, entry: first }: { at: number; entry: number }, last: number): number[] | null {
    const slots: number[] = []
    for (let entry = last; entry !== first; entry = this.before(entry)) {
      if (entry === GONE || entry === NONE) return null
      const slot = this.slotOf(entry)
      if (this.at[slot]! > at) slots.push(slot)
    }
    return slots.sort(
      (a, b) => this.at[a]! - this.at[b]! || this.source[a]! - this.source[b]! || this.id[a]! - this.id[b]!,
    )
  }

  /** Makes a place for the next fix of a ship whose last entry is given; its columns are the caller's to fill. */
  add(last: number, receivedAt: number): number {
    if (this.#count >= this.at.length && this.at.length < this.#most) this.#makeRoom(receivedAt)
    const entry = this.#count++
    const slot = this.slotOf(entry)
    this.#before[slot] = last
    this.receivedAt[slot] = receivedAt
    return entry
  }

  write(slot: number, fix: Fix): void {
    this.at[slot] = fix.at
    this.id[slot] = fix.id
    this.lat[slot] = fix.lat
    this.lon[slot] = fix.lon
    this.sog[slot] = fix.sog
    this.cog[slot] = fix.cog
    this.heading[slot] = fix.heading
    this.rot[slot] = fix.rot
    this.nav[slot] = fix.nav
    this.source[slot] = fix.source
  }

  /** Writes what stands there into a fix. */
  read(slot: number, fix: Fix): void {
    fix.at = this.at[slot]!
    fix.id = this.id[slot]!
    fix.lat = this.lat[slot]!
    fix.lon = this.lon[slot]!
    fix.sog = this.sog[slot]!
    fix.cog = this.cog[slot]!
    fix.heading = this.heading[slot]!
    fix.rot = this.rot[slot]!
    fix.nav = this.nav[slot]!
    fix.source = this.source[slot]!
    fix.receivedAt = this.receivedAt[slot]!
  }

  /** Grows when the one that would be overwritten is still wanted. */
  #makeRoom(now: number) {
    const size = this.at.length
    if (now - this.receivedAt[this.#count % size]! > this.#keepMs) return
    const wider = size * 2
    const first = this.#count - size
    this.#oldest = Math.max(this.#oldest, first)
    // A position is the entry modulo size: entries in the lower half of the new columns move up where their number
    // requires it.
    const columns = this.#columns().map((old) => {
      const all = grown(old, wider)
      for (let entry = first; entry < this.#count; entry++) all[entry % wider] = old[entry % size]!
      return all
    })
    this.#setColumns(columns)
  }

  #columns(): (Float64Array | Int32Array)[] {
    const { at, id, lat, lon, sog, cog, heading, rot, receivedAt, nav, source } = this
    return [at, id, lat, lon, sog, cog, heading, rot, receivedAt, this.#before, nav, source]
  }

  #setColumns(columns: (Float64Array | Int32Array)[]) {
    const [at, id, lat, lon, sog, cog, heading, rot, receivedAt, before, nav, source] = columns
    this.at = at as Float64Array
    this.id = id as Float64Array
    this.lat = lat as Float64Array
    this.lon = lon as Float64Array
    this.sog = sog as Float64Array
    this.cog = cog as Float64Array
    this.heading = heading as Float64Array
    this.rot = rot as Float64Array
    this.receivedAt = receivedAt as Float64Array
    this.#before = before as Float64Array
    this.nav = nav as Int32Array
    this.source = source as Int32Array
  }
}
