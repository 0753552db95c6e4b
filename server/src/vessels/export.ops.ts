import { exportVesselList, type ListMember } from '@samudra/contract/vessel-lists'
import { csvLine } from '../formats/lines.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { Download, handle, type Handled } from '../kernel/handle.ts'
import type { SourceNames } from '../sea/names.ts'
import { lastPlaces } from './last-places.sql.ts'
import { membersTold, presentMember } from './list.ts'
import { asKnown, reasonsOf, type ListNeeds } from './lists.ops.ts'

type Place = { latitude: number; longitude: number; observed_at: string }
type Out = { member: ListMember; place: Place | null }
type Needs = ListNeeds & { names: SourceNames }

const COLUMNS = [
  'mmsi',
  'ship_name',
  'country',
  'ship_type',
  'reason',
  'added_by',
  'added_at',
  'expires_at',
  'latitude',
  'longitude',
  'observed_at',
] as const

export const listExportOps = (needs: Needs): Handled[] => [
  handle(exportVesselList, async ({ input, caller }) => {
    const { at, seen } = await asKnown(needs, input.as_of, caller)
    const list = seen.find(({ id }) => id === input.id)
    if (list === undefined) throw new Refusal('NOT_FOUND', 'This vessel list does not exist.')
    const ships = needs.shipsOf(caller)
    const isPast = input.as_of !== undefined
    const told = membersTold(needs.membership, list, caller, ships, at)
    const reasons = await reasonsOf(needs, list, told)
    const members = told.map((one) =>
      presentMember(
        { ...one, reason: reasons?.get(Number(one.mmsi)) ?? one.reason },
        isPast ? null : ships.find(Number(one.mmsi)),
      ),
    )
    const out = isPast
      ? members.map((member) => ({ member, place: null }))
      : await placed(needs, members, caller)
    const name = `${fileName(list.body.name)}-${new Date(at).toISOString().slice(0, 10)}`
    return input.format === 'geojson'
      ? new Download({ name: `${name}.geojson`, content_type: 'application/geo+json' }, geoJson(out))
      : new Download({ name: `${name}.csv`, content_type: 'text/csv' }, csv(out))
  }),
]

const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'list'

/** Where each was last: on the picture, or by the last fix that the caller may see. */
async function placed({ db, names }: Needs, members: ListMember[], { sight }: Caller): Promise<Out[]> {
  const away = members.filter(({ vessel }) => vessel === null).map(({ mmsi }) => Number(mmsi))
  const last = new Map<string, Place>()
  for (const row of away.length === 0 ? [] : await lastPlaces(db, away)) {
    const mmsi = String(row.mmsi).padStart(9, '0')
    const [latitude, longitude] = [row.lat_udeg / 1e6, row.lon_udeg / 1e6]
    if (last.has(mmsi) || !sight.row(names.sourceCode(row.source_id), latitude, longitude)) continue
    last.set(mmsi, { latitude, longitude, observed_at: row.observed_at.toISOString() })
  }
  return members.map((member) => ({ member, place: member.vessel ?? last.get(member.mmsi) ?? null }))
}

const valuesOf = ({ member: { vessel, ...member }, place }: Out) => ({
  ...member,
  ship_name: vessel?.ship_name ?? null,
  country: vessel?.country ?? null,
  ship_type: vessel?.ship_type ?? null,
  latitude: place?.latitude ?? null,
  longitude: place?.longitude ?? null,
  observed_at: place?.observed_at ?? null,
})

function* csv(out: readonly Out[]): Generator<Buffer> {
  yield Buffer.from(csvLine(COLUMNS))
  for (const one of out) {
    const values = valuesOf(one)
    yield Buffer.from(csvLine(COLUMNS.map((column) => values[column])))
  }
}

function* geoJson(out: readonly Out[]): Generator<Buffer> {
  yield Buffer.from('{"type":"FeatureCollection","features":[')
  for (const [i, one] of out.entries()) {
    const { latitude, longitude, ...properties } = valuesOf(one)
    const geometry = latitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] }
    const feature = { type: 'Feature', id: properties.mmsi, geometry, properties }
    yield Buffer.from(`${i === 0 ? '' : ','}\n${JSON.stringify(feature)}`)
  }
  yield Buffer.from('\n]}\n')
}
