import type { WeatherFieldId } from '@samudra/contract/weather'
import { sentenceOf } from '../kernel/errors.ts'
import { Unreadable } from '../kernel/unreadable.ts'
import { readGrib2, type GribField } from './grib2.ts'

/** A field ready to be drawn: numbers of 16 bits, `value = number / scale`, NONE where there is none. */
export type Grid = {
  values: Int16Array
  scale: number
  step: number
  west: number
  north: number
  columns: number
  rows: number
}
export const NONE = -32_768

/** What is held: the layers, and the two winds a direction is told by. */
export type Held = WeatherFieldId

const MS_TO_KN = 3600 / 1852
const HOUR_MS = 3_600_000

/** Which field of NOAA's GFS is which layer (GRIB2 code table 4.2), and how it becomes our unit. */
const KINDS: readonly {
  held: Held
  is: (field: GribField) => boolean
  value: (given: number, field: GribField) => number
  scale: number
}[] = [
  {
    held: 'CLOUDS',
    is: (f) => is(f, 6, 1) && (f.surface === 10 || f.surface === 200),
    value: (v) => v,
    scale: 100,
  },
  { held: 'PRECIPITATION', is: (f) => is(f, 1, 7) && f.surface === 1, value: (v) => v * 3600, scale: 100 },
  {
    held: 'PRECIPITATION',
    is: (f) => is(f, 1, 8) && f.surface === 1 && f.overMs > 0,
    value: (v, { overMs }) => v / (overMs / HOUR_MS),
    scale: 100,
  },
  { held: 'PRESSURE', is: (f) => is(f, 3, 1) && f.surface === 101, value: (v) => v / 100, scale: 20 },
  { held: 'EASTWARD', is: (f) => is(f, 2, 2) && isAt(f, 10), value: (v) => v * MS_TO_KN, scale: 100 },
  { held: 'NORTHWARD', is: (f) => is(f, 2, 3) && isAt(f, 10), value: (v) => v * MS_TO_KN, scale: 100 },
  { held: 'TEMPERATURE', is: (f) => is(f, 0, 0) && isAt(f, 2), value: (v) => v - 273.15, scale: 100 },
]
const is = (field: GribField, category: number, parameter: number) =>
  field.discipline === 0 && field.category === category && field.parameter === parameter
const isAt = ({ surface, level }: GribField, metres: number) =>
  surface === 103 && Math.abs(level - metres) < 0.01

/** The grids of a file by what they are and the instant they are for. */
export function gridsOf(fields: readonly GribField[]): { held: Held; validAt: number; grid: Grid }[] {
  const found = fields.flatMap((field) => {
    const kind = KINDS.find((one) => one.is(field))
    if (kind === undefined) return []
    const { columns, rows, north, west, step } = field
    const values = new Int16Array(field.values.length)
    for (let i = 0; i < values.length; i++) {
      const value = kind.value(field.values[i]!, field) * kind.scale
      values[i] = Number.isFinite(value) ? Math.max(-32_767, Math.min(32_767, Math.round(value))) : NONE
    }
    return [
      {
        held: kind.held,
        validAt: field.validAt,
        grid: { values, scale: kind.scale, step, west, north, columns, rows },
      },
    ]
  })
  return [...found, ...windsOf(found)]
}

function windsOf(found: readonly { held: Held; validAt: number; grid: Grid }[]) {
  return found.flatMap(({ held, validAt, grid }) => {
    const north = found.find((one) => one.held === 'NORTHWARD' && one.validAt === validAt)?.grid
    if (held !== 'EASTWARD' || north === undefined || north.values.length !== grid.values.length) return []
    const values = grid.values.map((u, i) => {
      const v = north.values[i]!
      return u === NONE || v === NONE ? NONE : Math.min(32_767, Math.round(Math.hypot(u, v)))
    })
    return [{ held: 'WIND' as const, validAt, grid: { ...grid, values } }]
  })
}

/** The value at a place, between the four around it; null where one of them is missing. */
export function valueAt(grid: Grid, lat: number, lon: number): number | null {
  const x = ((((lon - grid.west) % 360) + 360) % 360) / grid.step
  const y = (grid.north - lat) / grid.step
  if (y < 0 || y > grid.rows - 1) return null
  const isWorld = grid.columns * grid.step >= 359.9
  const [left, top] = [Math.floor(x), Math.min(grid.rows - 2, Math.floor(y))]
  if (!isWorld && left >= grid.columns - 1) return null
  const at = (column: number, row: number) => grid.values[row * grid.columns + (column % grid.columns)]!
  const corners = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)]
  if (corners.includes(NONE)) return null
  const [fx, fy] = [x - left, y - top]
  const [a, b, c, d] = corners as [number, number, number, number]
  return ((a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy) / grid.scale
}

/** What a run of the model tells. */
export type WeatherRead = { run: number | null; fields: { held: Held; validAt: number; grid: Grid }[] }

function fieldsOf(file: Uint8Array): GribField[] {
  try {
    return readGrib2(file)
  } catch (error) {
    throw new Unreadable(sentenceOf(error))
  }
}

/** Reads the files of a run, the first one first. Throws Unreadable for what is no GRIB2. */
export function readWeather(files: readonly Uint8Array[]): WeatherRead {
  const read = files.map(fieldsOf)
  const run = read.find((fields) => fields.length > 0)?.[0]?.run ?? null
  return { run, fields: read.flatMap(gridsOf) }
}
