import { exportVesselList, type ListMember } from '@samudra/contract/vessel-lists'
import { csvLine } from '../../../platform/formats/text-lines.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Member } from '../../chart/filter-inputs/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { lastPlaces } from './last-places.sql.ts'
import { visibleMembers, presentMember, type Ships } from './vessel-list.ts'
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
    if (list === undefined) throw new OperationError('NOT_FOUND', 'This vessel list does not exist.')
    const ships = needs.shipsOf(caller)
    const isPast = input.as_of !== undefined
    const visible = visibleMembers(needs.membership, list, caller, ships, at)
    const reasons = await reasonsOf(needs, list, visible)
    const present = (one: Member): ListMember =>
      presentMember(
        { ...one, reason: reasons?.get(Number(one.mmsi)) ?? one.reason },
        isPast ? null : ships.find(Number(one.mmsi)),
      )
    const places = isPast ? new Map<string, Place>() : await lastPlacesOf(needs, ships, visible, caller)
    // Made while it is taken, so that others have their turn.
    function* made(): Generator<Out> {
      for (const one of visible) {
        const member = present(one)
        yield { member, place: member.vessel ?? places.get(member.mmsi) ?? null }
      }
    }
    const out = made()
    const name = `${fileName(list.body.name)}-${new Date(at).toISOString().slice(0, 10)}`
    return input.format === 'geojson'
      ? new Download({ name: `${name}.geojson`, content_type: 'application/geo+json' }, geoJson(out))
      : new Download({ name: `${name}.csv`, content_type: 'text/csv' }, csv(out))
  }),
]

const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'list'

/** Returns the last fix that the caller may see of each member that is not on the picture. */
async function lastPlacesOf(
  { db, names }: Needs,
  ships: Ships,
  members: readonly Member[],
  { visibility }: Caller,
): Promise<Map<string, Place>> {
  const away = members.flatMap(({ mmsi }) => (ships.find(Number(mmsi)) === null ? [Number(mmsi)] : []))
  const last = new Map<string, Place>()
  for (const row of away.length === 0 ? [] : await lastPlaces(db, away)) {
    const mmsi = String(row.mmsi).padStart(9, '0')
    const [latitude, longitude] = [row.lat_udeg / 1e6, row.lon_udeg / 1e6]
    if (last.has(mmsi) || !visibility.row(names.sourceCode(row.source_id), latitude, longitude)) continue
    last.set(mmsi, { latitude, longitude, observed_at: row.observed_at.toISOString() })
  }
  return last
}

const propertiesOf = ({ member }: Out) => ({
  mmsi: member.mmsi,
  ship_name: member.vessel?.ship_name ?? null,
  country: member.vessel?.country ?? null,
  ship_type: member.vessel?.ship_type ?? null,
  reason: member.reason,
  added_by: member.added_by,
  added_at: member.added_at,
  expires_at: member.expires_at,
})

function* csv(out: Iterable<Out>): Generator<Buffer> {
  yield Buffer.from(csvLine(COLUMNS))
  for (const one of out) {
    const { place } = one
    const at = [place?.latitude, place?.longitude, place?.observed_at]
    yield Buffer.from(csvLine([...Object.values(propertiesOf(one)), ...at]))
  }
}

function* geoJson(out: Iterable<Out>): Generator<Buffer> {
  yield Buffer.from('{"type":"FeatureCollection","features":[')
  let isFirst = true
  for (const one of out) {
    const { place } = one
    const properties = { ...propertiesOf(one), observed_at: place?.observed_at ?? null }
    const geometry = place === null ? null : { type: 'Point', coordinates: [place.longitude, place.latitude] }
    const feature = { type: 'Feature', id: properties.mmsi, geometry, properties }
    yield Buffer.from(`${isFirst ? '' : ','}\n${JSON.stringify(feature)}`)
    isFirst = false
  }
  yield Buffer.from('\n]}\n')
}
