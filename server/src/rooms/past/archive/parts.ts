import { FILES_APART } from './tables.sql.ts'

export const FORMAT = 'samudra-backup-1'

/** First frame of a backup; `days` are those that tables with partitions have rows of. */
export type Head = { format: string; made_at: string; migrations: string[]; days: string[] }
/** Before the frames of a table, which an empty one ends. */
export type TableHead = { table: string; columns: string[] }
/** Before the bytes of a file, which an empty frame ends. */
export type FileHead = { file: string; size: number }
type Counts = { rows: number; tables: number; files: number; lost: number }
/** The last frame. Before files lay beside the database it counted none. */
export type End = { end: Counts }

/** Returns the head of a backup, null when the frame is of something else. Throws when the head is damaged. */
export function headIn(frame: Buffer | null): Head | null {
  const { format, made_at, migrations, days } = fieldsIn(frame)
  if (format !== FORMAT) return null
  if (!isInstant(made_at) || !isListOf(migrations, isText) || !isListOf(days, isInstant))
    throw new Error('its header is damaged')
  return { format, made_at, migrations, days }
}

/** Returns what a frame announces. Throws when it is neither a table nor a file nor the end. */
export function partIn(frame: Buffer, before: string): TableHead | FileHead | End {
  const { table, columns, file, size, end } = fieldsIn(frame)
  if (isText(table) && isListOf(columns, isText)) return { table, columns }
  if (isText(file) && /^[0-9a-f]{64}$/.test(file) && isCount(size)) return { file, size }
  const { rows, tables, files = 0, lost = 0 } = fieldsOf(end)
  if (isCount(rows) && isCount(tables) && isCount(files) && isCount(lost))
    return { end: { rows, tables, files, lost } }
  throw new Error(`the part after ${before} is damaged`)
}

/** Returns whether a backup with this head has an end. */
export const hasEnd = ({ migrations }: Head): boolean => migrations.includes(FILES_APART)

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

function fieldsIn(frame: Buffer | null): Fields {
  try {
    return fieldsOf(JSON.parse(frame?.toString() ?? ''))
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isInstant = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value))
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isListOf = (value: unknown, is: (one: unknown) => one is string): value is string[] =>
  Array.isArray(value) && value.every(is)
