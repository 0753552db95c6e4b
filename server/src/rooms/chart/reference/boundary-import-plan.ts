import { NO_COUNTRY, whyNoCountry } from '@samudra/contract/countries'
import { MARINE_REGIONS_COLUMNS, type BoundaryKind } from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { countryCodeOf } from '@samudra/nautical/country-text'
import { alpha3Of } from '@samudra/nautical/iso-countries'
import { planItems, type Planned, type PlannedEffect } from '../../../platform/kernel/objects/dry-runs.ts'
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
) {
  const known = new Map(existing.toReversed().map((one) => [keyOf(one.body), one]))
  const items = features.map(({ at, properties, geometry }) => ({
    at,
    ...bodyFrom(properties, geometry as ZoneGeometry, columns, words),
  }))
  return planItems(items, {
    row: ({ at, body: { name, country, kind, area_km2, mrgid, geometry } }) => {
      return { at, name, country, kind, area_km2, positions: cornersOf(geometry), mrgid }
    },
    key: ({ body, why }) => (why === null ? keyOf(body) : null),
    place: ({ at }) => `number ${at}`,
    effect: ({ body, why }) =>
      why === null ? effectOf(body, known.get(keyOf(body))) : { action: 'skip', why },
  })
}

function effectOf(body: EezBody, before: OwnEez | undefined): PlannedEffect<Planned<EezBody>> {
  if (before === undefined) return { action: 'add', why: '', step: { body } }
  const changes = differences(before.body, body)
  return changes.length === 0
    ? { action: 'skip', why: 'is unchanged' }
    : {
        action: 'change',
        why: `changes ${changes.join(', ')}`,
        step: { body, id: before.id, version: before.version },
      }
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
    return { body, why: `"${type.slice(0, 40)}" in ${columns.kind} is not a boundary kind` }
  if (country === null)
    return {
      body,
      why: `${columns.country} ${code === '' ? 'has no country' : `holds ${whyNoCountry(code)}`}`,
    }
  return { body, why: null }
}

/** Programs change the case of column names and cut them to ten letters. */
function valueOf(properties: Properties, column: string) {
  const name = Object.keys(properties).find((one) => one.toLowerCase() === column.toLowerCase())
  return properties[name ?? column.slice(0, 10)]
}
