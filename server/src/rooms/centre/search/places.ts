import { LANDMARKS, SEAS } from '@samudra/nautical/places'
import { answering, type Answer, type Find } from '../../../sea/name-search.ts'
import { plain } from '@samudra/contract/near-text'

type Named = { names: string[] } & Pick<Answer, 'found' | 'at'>

/** Seas by their rank: how far one looks around, NM. */
const SEA_NM = [2000, 700, 350, 90, 30] as const

const namedPlace = (
  name: string,
  lat: number,
  lon: number,
  radius_nm: number,
  others: readonly string[],
  detail: string,
): Named => ({
  names: [name, ...others].map(plain),
  found: {
    kind: 'place',
    label: name,
    detail: [detail, ...others].join(' · '),
    latitude: lat,
    longitude: lon,
    radius_nm,
  },
  at: { lat, lon },
})

const PLACES: readonly Named[] = [
  ...SEAS.map(([name, lat, lon, rank]) => namedPlace(name, lat, lon, SEA_NM[rank], [], 'Sea')),
  ...LANDMARKS.map(([name, lat, lon, radius, others]) => namedPlace(name, lat, lon, radius, others, 'Place')),
]

/** Finds named places at sea. */
export const findPlaces: Find = (query) =>
  answering(
    query,
    PLACES,
    ({ names }) => names,
    ({ found, at }) => ({ found, at }),
  )
