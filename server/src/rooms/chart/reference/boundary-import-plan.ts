import { NO_COUNTRY, whyNoCountry } from '@samudra/contract/countries'
import { MARINE_REGIONS_COLUMNS, type BoundaryKind, type EezImportRow } from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { countryCodeOf } from '@samudra/nautical/country-text'
import { alpha3Of } from '@samudra/nautical/iso-countries'
import type { Planned } from '../../../platform/kernel/objects/dry-runs.ts'
import type { GeoFeature, Properties } from '../../../platform/formats/geo-reading.ts'
import { areaKm2, cornersOf, type EezBody, type OwnEez } from './eez.ts'

export type Columns = Record<keyof typeof MARINE_REGIONS_COLUMNS, string>

/** Words of POL_TYPE for what they are here; the two of more than one state are marked as disputed. */
const KINDS: Record<string, { kind: BoundaryKind; disputed?: true }> = {
  '': { kind: 'EEZ' },
  '200NM': { kind: 'EEZ' },
  EEZ: { kind: 'EEZ' },
  'OVERLAPPING CLAIM': { kind: 'EEZ', disputed: true },
  'JOINT REGIME': { kind: 'EEZ', disputed: true },
  '12NM': { kind: '12NM' },
  '24NM': { kind: '24NM' },
  'HIGH SEAS': { kind: 'HIGH_SEAS' },
  TSS: { kind: 'IMO_TSS' },
}

/** Describes for each feature of a file what its commit does, and changes nothing. */
export function planImport(
  features: readonly GeoFeature[],
  columns: Columns,
  words: { source: string; edition: string },
  existing: readonly OwnEez[],
): { rows: EezImportRow[]; plan: Planned<EezBody>[] } {
  const rows: EezImportRow[] = []
  const plan: Planned<EezBody>[] = []
  const seen = new Map<string, number>()
  for (const { at, properties, geometry } of features) {
    const read = bodyFrom(properties, geometry as ZoneGeometry, columns, words)
    const { body } = read
    const row = {
      at,
      name: body.name,
      country: body.country,
      kind: body.kind,
      area_km2: body.area_km2,
      positions: cornersOf(body.geometry),
      mrgid: body.mrgid,
    }
    const double = seen.get(keyOf(body))
    if (read.why !== null || double !== undefined) {
      rows.push({
        ...row,
        action: 'skip',
        why: read.why ?? `is in the file already, as number ${double!}`,
      })
      continue
    }
    seen.set(keyOf(body), at)
    const before = existing.find((one) => keyOf(one.body) === keyOf(body))
    const changes = before === undefined ? [] : differences(before.body, body)
    if (before === undefined) plan.push({ body })
    else if (changes.length > 0) plan.push({ body, id: before.id, version: before.version })
    rows.push(
      before === undefined
        ? { ...row, action: 'add', why: '' }
        : changes.length === 0
          ? { ...row, action: 'skip', why: 'is here already, just so' }
          : { ...row, action: 'change', why: `changes ${changes.join(', ')}` },
    )
  }
  return { rows, plan }
}

const keyOf = ({ mrgid, kind, country, name }: EezBody) =>
  mrgid === null ? `${kind} ${country} ${name.toLowerCase()}` : `${kind} ${mrgid}`

function differences(before: EezBody, after: EezBody): string[] {
  const fields = ['name', 'country', 'source', 'edition', 'disputed', 'claimants', 'geometry'] as const
  return fields.flatMap((field) =>
    JSON.stringify(before[field]) === JSON.stringify(after[field])
      ? []
      : [field === 'geometry' ? 'its outline' : field],
  )
}

function bodyFrom(
  properties: Properties,
  geometry: ZoneGeometry,
  columns: Columns,
  { source, edition }: { source: string; edition: string },
): { body: EezBody; why: string | null } {
  const text = (column: string) => String(valueOf(properties, column) ?? '').trim()
  const type = text(columns.kind)
  const known = KINDS[type.toUpperCase()]
  const code = text(columns.country)
  const isNobodys = known?.kind === 'HIGH_SEAS' || known?.kind === 'IMO_TSS'
  const country = code === '' && isNobodys ? NO_COUNTRY : alpha3Of(countryCodeOf(code) ?? '')
  const mrgid = Number(text(columns.mrgid))
  const sovereigns = [1, 2, 3].map((n) => text(columns.sovereign.replace(/1$/, String(n))))
  const body: EezBody = {
    name: text(columns.name).slice(0, 200) || `${known?.kind ?? type} ${country ?? code}`,
    country: country ?? NO_COUNTRY,
    kind: known?.kind ?? 'EEZ',
    geometry,
    source,
    edition,
    disputed: known?.disputed === true,
    claimants: known?.disputed === true ? [...new Set(sovereigns.filter((one) => one !== ''))] : [],
    area_km2: areaKm2(geometry),
    mrgid: text(columns.mrgid) !== '' && Number.isSafeInteger(mrgid) ? mrgid : null,
  }
  if (known === undefined)
    return { body, why: `"${type.slice(0, 40)}" in ${columns.kind} is no kind of boundary` }
  if (country === null)
    return {
      body,
      why: `${columns.country} ${code === '' ? 'names no country' : `holds ${whyNoCountry(code)}`}`,
    }
  return { body, why: null }
}

/** Programs change the case of column names and cut them to ten letters. */
function valueOf(properties: Properties, column: string) {
  const name = Object.keys(properties).find((one) => one.toLowerCase() === column.toLowerCase())
  return properties[name ?? column.slice(0, 10)]
}
