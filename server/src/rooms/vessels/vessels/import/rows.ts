import { whyNoCountry } from '@samudra/contract/countries'
import {
  VESSEL_FAULTS_STORED,
  type RegisterImport,
  type RegisterShip,
} from '@samudra/contract/vessel-imports'
import { isValidImo } from '@samudra/nautical/imo'
import { flagNameOf } from '@samudra/nautical/country-text'
import { cellsOf, LineCutter, separatorOf } from '../../../../platform/formats/text-lines.ts'
import { Unreadable } from '../../../../platform/kernel/files/unreadable.ts'

/** Number of rows yielded together, and number of file pieces after which a result is yielded even without rows. */
const BATCH = 1000
const PIECES = 64
const SHOWN = 20
const LONGEST = 120
const MOST_COLUMNS = 200
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
export type RowsRead = { ships: RegisterShip[]; report: Findings; read: number }
type Findings = Pick<RegisterImport, 'rows' | 'ships' | 'faults' | 'fault_count' | 'columns' | 'sample'>

/**
 * Reads a table of vessels from end to end without storing it; `keep` controls whether it yields the vessels. Throws
 * Unreadable.
 */
export async function* readRegister(
  bytes: AsyncIterable<Uint8Array>,
  { keep }: { keep: boolean },
): AsyncGenerator<RowsRead> {
  const reader = new RegisterReader(keep)
  let [read, pieces] = [0, 0]
  for await (const piece of bytes) {
    read += piece.length
    reader.feed(piece)
    if (reader.waiting >= BATCH || ++pieces % PIECES === 0) yield reader.reported(read)
  }
  reader.end()
  yield reader.reported(read)
}

class Misread extends Error {
  readonly field: Column
  constructor(field: Column, why: string) {
    super(why)
    this.field = field
  }
}

class RegisterReader {
  readonly #keep: boolean
  readonly #lines = new LineCutter((line, number) => this.#take(line, number))
  readonly #found: Findings = { rows: 0, ships: 0, faults: [], fault_count: 0, columns: [], sample: [] }
  /** In which line a number stood first. */
  readonly #seen = new Map<number, number>()
  #at: Record<Column, number> | null = null
  #separator = ','
  #ships: RegisterShip[] = []

  constructor(keep: boolean) {
    this.#keep = keep
  }
  get waiting() {
    return this.#ships.length
  }
  feed(chunk: Uint8Array) {
    this.#lines.feed(chunk)
  }
  end() {
    this.#lines.end()
    if (this.#at === null) throw new Unreadable('The table is empty.')
  }
  reported(read: number): RowsRead {
    const ships = this.#ships
    this.#ships = []
    return { ships, report: this.#found, read }
  }

  #take(line: string, number: number) {
    if (line.trim() === '') return
    if (this.#at === null) return this.#header(line)
    this.#found.rows++
    const cells = cellsOf(line, this.#separator)
    try {
      if (cells === null) throw new Misread('ship_name', 'a quotation mark does not end in this line')
      this.#keepShip(this.#shipOf(cells, number))
    } catch (error) {
      if (!(error instanceof Misread)) throw error
      this.#found.fault_count++
      if (this.#found.faults.length < VESSEL_FAULTS_STORED)
        this.#found.faults.push({ line: number, field: error.field, why: error.message })
    }
  }

  #keepShip(ship: RegisterShip) {
    this.#found.ships++
    if (this.#found.sample.length < SHOWN) this.#found.sample.push(ship)
    if (this.#keep) this.#ships.push(ship)
  }

  #header(line: string) {
    this.#separator = separatorOf(line)
    const names = (cellsOf(line, this.#separator) ?? []).map((name) => name.trim())
    if (names.length > MOST_COLUMNS) throw new Unreadable(`The table has more than ${MOST_COLUMNS} columns.`)
    const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'))
    const at = {} as Record<Column, number>
    for (const [column, known] of Object.entries(NAMES) as [Column, readonly string[]][])
      at[column] = known.map((name) => plain.indexOf(name)).find((index) => index >= 0) ?? -1
    if (at.imo < 0 && at.mmsi < 0)
      throw new Unreadable('The first line names no column "imo" and none "mmsi"; name the columns there.')
    const fields = Object.entries(at)
    this.#found.columns = names.map((name, i) => ({
      name: name.slice(0, LONGEST),
      field: fields.find(([, index]) => index === i)?.[0] ?? null,
    }))
    this.#at = at
  }

  #shipOf(cells: readonly string[], line: number): RegisterShip {
    const cell = (column: Column) => textOf(column, cells[this.#at![column]])
    const imo = imoOf(cell('imo'))
    const mmsi = mmsiOf(cell('mmsi'))
    const number = imo ?? mmsi
    if (number === null) throw new Misread('imo', 'has neither an IMO number nor an MMSI')
    const before = this.#seen.get(Number(number))
    if (before !== undefined)
      throw new Misread(imo === null ? 'mmsi' : 'imo', `${number} is in line ${before} already`)
    this.#seen.set(Number(number), line)
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
  if (/\p{Cc}/u.test(text)) throw new Misread(column, 'holds what is not text')
  return text
}

function imoOf(text: string | null): string | null {
  if (text === null) return null
  const digits = text.replace(/^IMO\s*/i, '')
  if (/^0+$/.test(digits)) return null
  if (!/^\d{7}$/.test(digits)) throw new Misread('imo', `"${text.slice(0, 20)}" has not seven digits`)
  if (!isValidImo(digits))
    throw new Misread('imo', `${digits} has a wrong check digit; one of its digits is mistyped`)
  return digits
}
function mmsiOf(text: string | null): string | null {
  if (text === null || /^0+$/.test(text)) return null
  if (!/^\d{9}$/.test(text)) throw new Misread('mmsi', `"${text.slice(0, 20)}" has not nine digits`)
  return text
}
function metresOf(column: Column, text: string | null): number | null {
  if (text === null) return null
  const metres = Number(text.replace(',', '.').replace(/\s*m$/i, ''))
  if (!Number.isFinite(metres) || metres < 0 || metres > MOST_METRES)
    throw new Misread(column, `"${text.slice(0, 20)}" is no length in metres`)
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
