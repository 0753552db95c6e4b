import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'

/** Maximum leap of a voyage; neither a longer leap nor silence longer than a gap counts as time. */
const LEAP_M = 60 * METRES_PER_NM
/** Side of the stored cells, in millionths of a degree. */
export const STORED_UNIT = 50_000

/** Activity of vessels in cells: each index of the columns is one vessel in one cell. */
export type CellColumns = {
  mmsi: Int32Array
  split: Int32Array
  /** Row from the south times the columns of the world, plus the column from 180 west. */
  cell: Int32Array
  fixes: Int32Array
  spentMs: Int32Array
}

export const columnsOfWorld = (unit: number) => 360_000_000 / unit
const rowsOfWorld = (unit: number) => 180_000_000 / unit

const columnsBy = (column: (name: keyof CellColumns) => Int32Array): CellColumns => ({
  mmsi: column('mmsi'),
  split: column('split'),
  cell: column('cell'),
  fixes: column('fixes'),
  spentMs: column('spentMs'),
})

/** Columns of several parts in one. */
export function joined(parts: readonly CellColumns[]): CellColumns {
  return columnsBy((name) => {
    const all = new Int32Array(parts.reduce((sum, part) => sum + part.cell.length, 0))
    let at = 0
    for (const part of parts) {
      all.set(part[name], at)
      at += part.cell.length
    }
    return all
  })
}

export const fixesIn = ({ fixes }: CellColumns) => fixes.reduce((sum, one) => sum + one, 0)

/** Returns the stored counts, changed by the difference between two counts of the remaining fixes. */
export function changedBy(stored: CellColumns, before: CellColumns, after: CellColumns): CellColumns {
  type Cell = { mmsi: number; split: number; cell: number; fixes: number; spentMs: number }
  const cells = new Map<string, Cell>()
  const add = (columns: CellColumns, sign: 1 | -1) => {
    for (let i = 0; i < columns.cell.length; i++) {
      const [mmsi, split, cell] = [columns.mmsi[i]!, columns.split[i]!, columns.cell[i]!]
      const key = `${mmsi} ${split} ${cell}`
      const known = cells.get(key) ?? { mmsi, split, cell, fixes: 0, spentMs: 0 }
      known.fixes += sign * columns.fixes[i]!
      known.spentMs += sign * columns.spentMs[i]!
      cells.set(key, known)
    }
  }
  add(stored, 1)
  add(before, -1)
  add(after, 1)
  const left = [...cells.values()].filter(({ fixes, spentMs }) => fixes > 0 || spentMs > 0)
  return columnsBy((name) => Int32Array.from(left, (one) => Math.max(0, one[name])))
}

/** Accumulates cell counts of a period from fixes that come by vessel, in order of time. */
export class HeatWalk {
  readonly #unit: number
  readonly #from: number
  readonly #to: number
  readonly #columns: { [Name in keyof CellColumns]: number[] } = {
    mmsi: [],
    split: [],
    cell: [],
    fixes: [],
    spentMs: [],
  }
  #ship = -1
  #mmsi = 0
  #split = 0
  #t = 0
  #lat = 0
  #lon = 0
  readonly #placeOf = new Map<number, number>()

  constructor(unit: number, from: number, to: number) {
    this.#unit = unit
    this.#from = from
    this.#to = to
  }

  /** Degrees times a million; fixes outside the period only say where a ship came from or went. */
  add(mmsi: number, split: number, t: number, lat: number, lon: number) {
    const ship = mmsi * 256 + split
    if (ship !== this.#ship) {
      this.#ship = ship
      this.#mmsi = mmsi
      this.#split = split
      this.#placeOf.clear()
    } else if (t > this.#t && t - this.#t <= GAP_MS) this.#spend(t, lat, lon)
    if (t >= this.#from && t < this.#to) this.#columns.fixes[this.#at(this.#cellOf(lat, lon))]!++
    this.#t = t
    this.#lat = lat
    this.#lon = lon
  }

  get size() {
    return this.#columns.cell.length
  }

  done(): CellColumns {
    const { mmsi, split, cell, fixes, spentMs } = this.#columns
    return {
      mmsi: Int32Array.from(mmsi),
      split: Int32Array.from(split),
      cell: Int32Array.from(cell),
      fixes: Int32Array.from(fixes),
      spentMs: Int32Array.from(spentMs, Math.round),
    }
  }

  /** Shares the time since the last fix among the cells on the way, as far as it lies in the period. */
  #spend(t: number, lat: number, lon: number) {
    const [begin, end] = [Math.max(this.#t, this.#from), Math.min(t, this.#to)]
    if (begin >= end) return
    const here = this.#cellOf(this.#lat, this.#lon)
    if (here === this.#cellOf(lat, lon)) {
      this.#columns.spentMs[this.#at(here)]! += end - begin
      return
    }
    if (metresBetween(this.#lat / 1e6, this.#lon / 1e6, lat / 1e6, lon / 1e6) > LEAP_M) return
    const dLat = lat - this.#lat
    let dLon = lon - this.#lon
    if (Math.abs(dLon) > 180e6) dLon -= Math.sign(dLon) * 360e6
    const whole = t - this.#t
    const [first, last] = [(begin - this.#t) / whole, (end - this.#t) / whole]
    const cuts = [first, ...this.#crossings(dLat, dLon, first, last), last]
    for (let i = 1; i < cuts.length; i++) {
      const part = cuts[i]! - cuts[i - 1]!
      if (part <= 0) continue
      const middle = (cuts[i]! + cuts[i - 1]!) / 2
      const cell = this.#cellOf(this.#lat + dLat * middle, this.#lon + dLon * middle)
      this.#columns.spentMs[this.#at(cell)]! += part * whole
    }
  }

  /** Where on the way, as parts of it, the sides of cells are crossed. */
  #crossings(dLat: number, dLon: number, first: number, last: number): number[] {
    const found: number[] = []
    for (const [start, way] of [
      [this.#lat, dLat],
      [this.#lon, dLon],
    ] as const) {
      if (way === 0) continue
      const [low, high] = way > 0 ? [start, start + way] : [start + way, start]
      for (let side = Math.ceil(low / this.#unit) * this.#unit; side <= high; side += this.#unit) {
        const part = (side - start) / way
        if (part > first && part < last) found.push(part)
      }
    }
    return found.sort((a, b) => a - b)
  }

  #cellOf(lat: number, lon: number): number {
    const row = Math.min(rowsOfWorld(this.#unit) - 1, Math.floor((lat + 90e6) / this.#unit))
    const across = columnsOfWorld(this.#unit)
    const column = Math.floor((lon + 180e6) / this.#unit)
    return row * across + (((column % across) + across) % across)
  }

  #at(cell: number): number {
    const known = this.#placeOf.get(cell)
    if (known !== undefined) return known
    const place = this.#columns.cell.length
    this.#columns.mmsi.push(this.#mmsi)
    this.#columns.split.push(this.#split)
    this.#columns.cell.push(cell)
    this.#columns.fixes.push(0)
    this.#columns.spentMs.push(0)
    this.#placeOf.set(cell, place)
    return place
  }
}

/** Adds up what vessels did into cells of a coarser side, inside a box. */
export class HeatSum {
  readonly #unit: number
  readonly #across: number
  readonly #box: { south: number; north: number; west: number; east: number }
  readonly #values = new Map<number, number>()
  readonly #pairs = new Set<number>()
  readonly #ships = new Map<number, number>()
  readonly #metric: 'count' | 'vessels' | 'hours'
  #total = 0

  /** `unit` is the side in millionths of a degree. Cells whose middle lies in the box are counted. */
  constructor(
    unit: number,
    metric: 'count' | 'vessels' | 'hours',
    [west, south, east, north]: readonly [number, number, number, number],
  ) {
    this.#unit = unit
    this.#metric = metric
    this.#across = columnsOfWorld(unit)
    this.#box = { west, south, east, north }
  }

  add(columns: CellColumns, unit: number, passes: (i: number) => boolean) {
    const [across, coarser] = [columnsOfWorld(unit), this.#unit / unit]
    for (let i = 0; i < columns.cell.length; i++) {
      const row = Math.floor(Math.floor(columns.cell[i]! / across) / coarser)
      const column = Math.floor((columns.cell[i]! % across) / coarser)
      if (!this.#isInBox(row, column) || !passes(i)) continue
      this.#count(row * this.#across + column, columns, i)
    }
  }

  /** Number of cells and vessel-cell pairs in memory. */
  get size() {
    return Math.max(this.#values.size, this.#pairs.size)
  }

  done(): { cells: [number, number, number][]; max: number; total: number } {
    const isHours = this.#metric === 'hours'
    const cells: [number, number, number][] = []
    let max = 0
    for (const [cell, value] of this.#values) {
      const reported = isHours ? Math.round(value / 3600) / 1000 : value
      if (reported === 0) continue
      max = Math.max(max, reported)
      cells.push([...this.#middleOf(Math.floor(cell / this.#across), cell % this.#across), reported])
    }
    const total = isHours ? Math.round(this.#total / 3600) / 1000 : this.#total
    return { cells, max, total: this.#metric === 'vessels' ? this.#ships.size : total }
  }

  #count(cell: number, columns: CellColumns, i: number) {
    const { fixes, spentMs } = columns
    if (this.#metric !== 'vessels') {
      const value = this.#metric === 'count' ? fixes[i]! : spentMs[i]!
      if (value === 0) return
      this.#values.set(cell, (this.#values.get(cell) ?? 0) + value)
      this.#total += value
      return
    }
    if (fixes[i] === 0) return
    const key = columns.mmsi[i]! * 256 + columns.split[i]!
    let ship = this.#ships.get(key)
    if (ship === undefined) this.#ships.set(key, (ship = this.#ships.size))
    const pair = cell * 0x200000 + ship
    if (this.#pairs.has(pair)) return
    this.#pairs.add(pair)
    this.#values.set(cell, (this.#values.get(cell) ?? 0) + 1)
  }

  #middleOf(row: number, column: number): [number, number] {
    const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
    return [
      round(((column + 0.5) * this.#unit) / 1e6 - 180),
      round(Math.min(90, ((row + 0.5) * this.#unit) / 1e6 - 90)),
    ]
  }

  #isInBox(row: number, column: number): boolean {
    const [lon, lat] = this.#middleOf(row, column)
    const { west, south, east, north } = this.#box
    return (
      lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east)
    )
  }
}
