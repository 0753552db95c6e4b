import type { WeatherFieldId } from '@samudra/contract/weather'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { Unreadable } from '../../../platform/kernel/files/unreadable.ts'
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

/** Held fields: the layers, and the two winds that give a direction. */
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

/** The value at a place, between the four around it; NaN where one of them is missing. To ask allocates nothing. */
export function valueAt(
  { values, scale, step, west, north, columns, rows }: Grid,
  lat: number,
  lon: number,
): number {
  const x = ((((lon - west) % 360) + 360) % 360) / step
  const y = (north - lat) / step
  if (!(y >= 0 && y <= rows - 1)) return Number.NaN
  const isWorld = columns * step >= 359.9
  const left = Math.floor(x)
  const top = Math.min(rows - 2, Math.floor(y))
  // Nor where it is not known how far east it is.
  if (!(isWorld ? left >= 0 : left < columns - 1)) return Number.NaN
  const first = left % columns
  const second = (left + 1) % columns
  const a = values[top * columns + first]!
  const b = values[top * columns + second]!
  const c = values[(top + 1) * columns + first]!
  const d = values[(top + 1) * columns + second]!
  if (a === NONE || b === NONE || c === NONE || d === NONE) return Number.NaN
  const fx = x - left
  const fy = y - top
  return ((a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy) / scale
}

/** Contents of a run of the model. */
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
