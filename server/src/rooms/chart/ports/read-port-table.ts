import { whyNoCountry } from '@samudra/contract/countries'
import { countryCodeOf } from '@samudra/nautical/country-text'
import { readTable, type LineReader, type TableRead } from '../../../platform/formats/table-file.ts'
import { Unreadable } from '../../../platform/kernel/files/unreadable.ts'

/** A port as a file has it; what the file does not say is null or empty. */
export type PortRow = {
  line: number
  name: string
  locode: string
  country: string
  lat: number | null
  lon: number | null
  alias: string[]
  facilities: string[]
}
type Format = 'World Port Index' | 'UN/LOCODE'
export type PortTable = TableRead<PortRow> & { format: Format }

const MOST_ROWS = 50_000
const LONGEST_NAME = 100

/** Lists of the World Port Index (Pub 150) and of UN/LOCODE, by their columns. Throws Unreadable. */
export function readPortTable(bytes: Buffer): PortTable {
  let format: Format = 'UN/LOCODE'
  const table = readTable<PortRow>(bytes, { most: MOST_ROWS, noun: 'ports' }, (first) => {
    const header = first.map((cell) => cell.trim().toLowerCase())
    const at = (...names: string[]) => header.findIndex((cell) => names.includes(cell))
    if (at('main port name') >= 0) {
      format = 'World Port Index'
      return { isHead: true, read: wpiRow(at) }
    }
    const isHead = at('location') >= 0 && at('function') >= 0
    // As it is published, UN/LOCODE names no columns: change, country, place, name and eight more.
    if (isHead || (header.length === 12 && /^([a-z]{2})?$/.test(header[1]!)))
      return { isHead, read: locodeRow(isHead ? at : (...names) => UNNAMED.indexOf(names[0]!)) }
    throw new Unreadable(
      'Unknown columns. The World Port Index has "Main Port Name"; UN/LOCODE has "Country", "Location" and "Function".',
    )
  })
  return { ...table, format }
}
const UNNAMED = [
  'change',
  'country',
  'location',
  'name',
  'namewodiacritics',
  'subdivision',
  'status',
  'function',
  'date',
  'iata',
  'coordinates',
  'remarks',
]

type At = (...names: string[]) => number
const cellOf = (cells: string[], at: number) => (at < 0 ? '' : (cells[at] ?? '').trim())
const NOT_NAME = /[/<>#!~^$=]/g
const nameIn = (text: string) => text.replaceAll(NOT_NAME, ' ').replaceAll(/\s+/g, ' ').trim()

const FACILITIES = [
  ['facilities - container', 'Containers'],
  ['facilities - solid bulk', 'Dry bulk'],
  ['facilities - liquid bulk', 'Liquid bulk'],
  ['facilities - oil terminal', 'Oil'],
  ['facilities - lng terminal', 'LNG'],
  ['facilities - ro-ro', 'Ro-ro'],
  ['facilities - breakbulk', 'General cargo'],
] as const

function wpiRow(at: At): LineReader<PortRow> {
  const [name, other, code, country] = [
    at('main port name'),
    at('alternate port name'),
    at('un/locode'),
    at('country code', 'country'),
  ]
  const [lat, lon, size] = [at('latitude'), at('longitude'), at('harbor size')]
  const facilities = FACILITIES.map(([column, words]) => ({ at: at(column), words }))
  return (cells, line) => {
    const locode = codeIn(cellOf(cells, code))
    const named = cellOf(cells, country)
    const place = [cellOf(cells, lat), cellOf(cells, lon)].map((text) =>
      text === '' ? Number.NaN : Number(text),
    )
    const wide = cellOf(cells, size)
    return checkedRow({
      line,
      name: nameIn(titled(cellOf(cells, name))),
      locode,
      country: locode === '' ? countryOfCell(named) : locode.slice(0, 2),
      lat: place[0]!,
      lon: place[1]!,
      alias: [nameIn(titled(cellOf(cells, other)))].filter((one) => one !== ''),
      facilities: [
        ...(/^(very small|small|medium|large)$/i.test(wide) ? [`Harbour: ${wide.toLowerCase()}`] : []),
        ...facilities.flatMap((one) => (/^yes$/i.test(cellOf(cells, one.at)) ? [one.words] : [])),
      ],
    })
  }
}

function locodeRow(at: At): LineReader<PortRow> {
  const columns = {
    country: at('country'),
    location: at('location'),
    name: at('name'),
    plain: at('namewodiacritics', 'name wo diacritics'),
    does: at('function'),
    place: at('coordinates'),
  }
  return (cells, line) => {
    const location = cellOf(cells, columns.location)
    // The heading of a country has no place, and what does not begin with 1 is no port.
    if (location === '' || !cellOf(cells, columns.does).startsWith('1')) return null
    const country = countryOfCell(cellOf(cells, columns.country))
    const name = nameIn(cellOf(cells, columns.plain) || cellOf(cells, columns.name))
    const spelt = nameIn(cellOf(cells, columns.name))
    const place = placeIn(cellOf(cells, columns.place))
    const row = {
      line,
      name,
      locode: codeIn(country + location),
      country,
      alias: spelt === name || spelt === '' ? [] : [spelt],
      facilities: [],
    }
    // Many have no position; they name a port that is here already.
    return place === null ? checkedRow({ ...row, lat: null, lon: null }) : checkedRow({ ...row, ...place })
  }
}

/** UN/LOCODE has codes of its own beside those of ISO 3166, as XZ for international waters. */
const countryOfCell = (text: string) => countryCodeOf(text) ?? text
const codeIn = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()
/** The index writes names in capitals. */
const titled = (text: string) =>
  text === text.toUpperCase()
    ? text
        .toLowerCase()
        .replaceAll(
          /(^|[\s(-])(\p{L})/gu,
          (_, before: string, letter: string) => before + letter.toUpperCase(),
        )
    : text

/** `1858N 07250E`, degrees and minutes. */
function placeIn(text: string): { lat: number; lon: number } | null {
  const found = /^(\d{2})(\d{2})([NS])\s+(\d{3})(\d{2})([EW])$/.exec(text)
  if (found === null) return text === '' ? null : { lat: Number.NaN, lon: Number.NaN }
  const [, north, northMinutes, side, east, eastMinutes, half] = found
  const lat = Number(north) + Number(northMinutes) / 60
  const lon = Number(east) + Number(eastMinutes) / 60
  return { lat: rounded(side === 'S' ? -lat : lat), lon: rounded(half === 'W' ? -lon : lon) }
}
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

function checkedRow(row: PortRow): PortRow | string {
  if (row.name === '' || row.name.length > LONGEST_NAME) return 'has no port name, or a name that is too long'
  if (row.locode !== '' && !/^[A-Z]{2}[A-Z2-9]{3}$/.test(row.locode))
    return `"${row.locode.slice(0, 20)}" is not a UN/LOCODE`
  if (!/^[A-Z]{2}$/.test(row.country)) return whyNoCountry(row.country) ?? 'has no country'
  if (row.lat !== null && row.lon !== null && !(Math.abs(row.lat) <= 90 && Math.abs(row.lon) <= 180))
    return 'has no valid latitude and longitude'
  return row
}
