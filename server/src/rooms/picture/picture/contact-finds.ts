import type { Found } from '@samudra/contract/search'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { Eye } from './views/eye.ts'
import type { FeedNames } from '../../../sea/names.ts'
import { imoText, mmsiText } from '../../../sea/ship-numbers.ts'
import type { Picture } from './picture.ts'
import { CalledIndex, type Near } from './views/contact-search.ts'
import type { Answer, Query } from '../../../sea/name-search.ts'

type Kind<Name extends Found['kind']> = Extract<Found, { kind: Name }>

/** Returns the search results of the picture, best first. */
export function finder({ picture, names }: { picture: Picture; names: FeedNames }) {
  const index = new CalledIndex(picture)
  const eyeOf = (caller: Caller) => new Eye(picture, names, caller.visibility)
  return {
    vessels: (query: Query, caller: Caller, limit: number, near?: Near): Answer[] => {
      const eye = eyeOf(caller)
      return index.contacts(query, eye, limit, near).map(({ id, rank }) => {
        const found = presentFound(picture, eye, id)
        return { found, rank, at: { lat: found.latitude, lon: found.longitude } }
      })
    },
    destinations: (query: Query, caller: Caller, limit: number): Answer[] =>
      index.destinations(query, eyeOf(caller), limit).map(({ value, count, rank }) => ({
        found: {
          kind: 'destination',
          label: value,
          detail: `Destination of ${count} ${count === 1 ? 'vessel' : 'vessels'}`,
          value,
          count,
        },
        rank,
        at: null,
      })),
  }
}

function presentFound({ store }: Picture, eye: Eye, id: number): Kind<'vessel'> {
  const mmsi = mmsiText(store.mmsi[id]!)
  const row = eye.row(id)
  const imo = imoText(eye.number(id, 'imo'))
  const detail = [
    mmsi,
    ...(imo === null ? [] : [`IMO ${imo}`]),
    eye.text(id, 'callSign'),
    countryOfMmsi(store.mmsi[id]!)?.name,
  ].filter((part) => part !== null && part !== undefined && part !== '')
  return {
    kind: 'vessel',
    label: eye.text(id, 'name') ?? `MMSI ${mmsi}`,
    detail: detail.join(' · '),
    mmsi,
    split_id: store.split[id]!,
    latitude: store.rows.lat[row]! / 1e6,
    longitude: store.rows.lon[row]! / 1e6,
  }
}
