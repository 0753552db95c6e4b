import { whyNoCountry } from '@samudra/contract/countries'
import type { RegisterImport, RegisterShip } from '@samudra/contract/vessel-imports'
import { flagNameOf } from '@samudra/nautical/country-text'
import { isValidImo } from '@samudra/nautical/imo'
import { FileFindings } from '../../../../platform/formats/file-findings.ts'
import { Misread, NamedTable, type Places } from '../../../../platform/formats/named-table.ts'
import { Unreadable } from '../../../../platform/kernel/files/unreadable.ts'

/** Number of rows yielded together, and number of file pieces after which a result is yielded even without rows. */
const BATCH = 1000
const PIECES = 64
const LONGEST = 120
const MOST_METRES = 1000

/** Names of columns as registers write them, in lower case with underscores. */
const NAMES = {
  imo: ['imo', 'imo_number', 'imo_no', 'lrimoshipno', 'lrno', 'imono'],
  mmsi: ['mmsi', 'maritime_mobile_service_identity_mmsi_number', 'mmsi_number'],
  ship_name: ['ship_name', 'shipname', 'vessel_name', 'vesselname', 'name'],
  call_sign: ['call_sign', 'callsign', 'radio_call_sign'],
  country: ['country', 'flag', 'flag_state', 'flagname', 'flag_name'],
  ship_type: ['ship_type', 'shiptype', 'vessel_type', 'type'],
  length: ['length', 'loa', 'length_overall', 'length_m'],
  beam: ['beam', 'breadth', 'width', 'beam_m'],
  owner: ['owner', 'registered_owner', 'registeredowner'],
} as const
type Column = keyof typeof NAMES

/** Rows found since the last result, and the findings in the file so far. */
export type RowsRead = {
  ships: RegisterShip[]
  report: Pick<RegisterImport, 'rows' | 'ships' | 'faults' | 'fault_count' | 'columns' | 'sample'>
  read: number
}

/**
 * Reads a table of vessels from end to end without storing it; `keep` controls whether it yields the vessels. Throws
 * Unreadable.
 */
export async function* readRegister(
  bytes: AsyncIterable<Uint8Array>,
  { keep }: { keep: boolean },
): AsyncGenerator<RowsRead> {
  const found = new FileFindings<RegisterShip>()
  let columns: RegisterImport['columns'] = []
  /** In which line a number stood first. */
  const seen = new Map<number, number>()
  const table = new NamedTable<Column>(NAMES, {
    header: (written, _, at) => {
      columns = columnsOf(written, at)
    },
    row: (cells, at, line) => found.add(shipOf((column) => textOf(column, cells[at[column]]), line, seen)),
    fault: (line, field, why) => found.fault(line, field, why),
  })
  let [read, pieces] = [0, 0]
  const reported = (): RowsRead => {
    const ships = found.take()
    const { found: count, faults: fault_count, errors: faults, sample } = found
    const report = { rows: count + fault_count, ships: count, faults, fault_count, columns, sample }
    return { ships: keep ? ships : [], report, read }
  }
  for await (const piece of bytes) {
    read += piece.length
    table.feed(piece)
    if (found.waiting >= BATCH || ++pieces % PIECES === 0) yield reported()
  }
  table.end()
  yield reported()
}

function columnsOf(written: readonly string[], at: Places<Column>): RegisterImport['columns'] {
  if (at.imo < 0 && at.mmsi < 0)
    throw new Unreadable('The first line names no column "imo" and none "mmsi"; name the columns there.')
  const fields = Object.entries(at)
  return written.map((name, i) => ({
    name: name.slice(0, LONGEST),
    field: fields.find(([, index]) => index === i)?.[0] ?? null,
  }))
}

function shipOf(
  cell: (column: Column) => string | null,
  line: number,
  seen: Map<number, number>,
): RegisterShip {
  const imo = imoOf(cell('imo'))
  const mmsi = mmsiOf(cell('mmsi'))
  const number = imo ?? mmsi
  if (number === null) throw new Misread('imo', 'has neither an IMO number nor an MMSI')
  const before = seen.get(Number(number))
  if (before !== undefined)
    throw new Misread(imo === null ? 'mmsi' : 'imo', `${number} is in line ${before} already`)
  seen.set(Number(number), line)
  return {
    line,
    imo,
    mmsi,
    ship_name: cell('ship_name'),
    call_sign: cell('call_sign')?.toUpperCase() ?? null,
    country: flagOf(cell('country')),
    ship_type: typeOf(cell('ship_type')),
    length: metresOf('length', cell('length')),
    beam: metresOf('beam', cell('beam')),
    owner: cell('owner'),
  }
}

/** Cells of registers for a vessel whose flag is not known. */
const NO_FLAG = /^(?:-+|n\/?a|none|nil|unknown|not known|unspecified|stateless)$/i
/** Returns a flag as records of vessels carry it. */
function flagOf(text: string | null): string | null {
  if (text === null || NO_FLAG.test(text)) return null
  const why = whyNoCountry(text)
  if (why !== null) throw new Misread('country', why)
  return flagNameOf(text)
}

function textOf(column: Column, raw: string | undefined): string | null {
  const text = raw?.trim() ?? ''
  if (text === '') return null
  if (text.length > LONGEST) throw new Misread(column, `is longer than ${LONGEST} characters`)
  if (/\p{Cc}/u.test(text)) throw new Misread(column, 'contains characters that are not text')
  return text
}

function imoOf(text: string | null): string | null {
  if (text === null) return null
  const digits = text.replace(/^IMO\s*/i, '')
  if (/^0+$/.test(digits)) return null
  if (!/^\d{7}$/.test(digits)) throw new Misread('imo', `"${text.slice(0, 20)}" does not have seven digits`)
  if (!isValidImo(digits))
    throw new Misread('imo', `${digits} has a wrong check digit; one of its digits is mistyped`)
  return digits
}
function mmsiOf(text: string | null): string | null {
  if (text === null || /^0+$/.test(text)) return null
  if (!/^\d{9}$/.test(text)) throw new Misread('mmsi', `"${text.slice(0, 20)}" does not have nine digits`)
  return text
}
function metresOf(column: Column, text: string | null): number | null {
  if (text === null) return null
  const metres = Number(text.replace(',', '.').replace(/\s*m$/i, ''))
  if (!Number.isFinite(metres) || metres < 0 || metres > MOST_METRES)
    throw new Misread(column, `"${text.slice(0, 20)}" is not a length in metres`)
  return metres === 0 ? null : metres
}

/** Names of vessel types in registers, with the first digit of an AIS type; other names are unknown. */
const TYPES: readonly [RegExp, number][] = [
  [/tanker|lng|lpg|crude|oil|chemical/, 80],
  [/fishing|trawler|seiner|longliner/, 30],
  [/high.?speed|hydrofoil|hovercraft/, 40],
  [/passenger|ferry|cruise|ro.?pax/, 60],
  [/cargo|bulk|container|ro.?ro|reefer|carrier|freight|livestock/, 70],
  [/\btug|towing|pusher/, 52],
  [/dredg/, 33],
  [/pilot/, 50],
  [/naval|navy|military|warship|frigate|patrol/, 35],
  [/sailing/, 36],
  [/yacht|pleasure/, 37],
]
function typeOf(text: string | null): number | null {
  if (text === null) return null
  if (/^\d{1,3}$/.test(text)) return Number(text) <= 255 ? Number(text) : null
  const words = text.toLowerCase()
  return TYPES.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
