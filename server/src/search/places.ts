import { readFileSync } from 'node:fs'
import path from 'node:path'
import { LANDMARKS, SEAS } from '@samudra/nautical/places'
import { answering, type Answer, type Find } from '../sea/name-search.ts'
import { plain } from '../kernel/near-text.ts'

type Port = { locode: string; name: string; country: string; lon: number; lat: number; alias: string[] }
type Named = { names: string[] } & Pick<Answer, 'found' | 'at'>

/** Seas by their rank: how far one looks around, NM. */
const SEA_NM = [2000, 700, 350, 90, 30] as const

/** Ports of the built-in list, and what is called by a name at sea. */
export function placeFinders(archivesFolder: string): Find[] {
  const file = path.join(archivesFolder, 'ports.json')
  const ports = (JSON.parse(readFileSync(file, 'utf8')) as Port[]).map(namedPort)
  const places = [
    ...SEAS.map(([name, lat, lon, rank]) => namedPlace(name, lat, lon, SEA_NM[rank], [], 'Sea')),
    ...LANDMARKS.map(([name, lat, lon, radius, others]) =>
      namedPlace(name, lat, lon, radius, others, 'Place'),
    ),
  ]
  const among =
    (all: readonly Named[]): Find =>
    (query) =>
      answering(
        query,
        all,
        ({ names }) => names,
        ({ found, at }) => ({ found, at }),
      )
  return [among(ports), among(places)]
}

const namedPort = ({ locode, name, country, lat, lon, alias }: Port): Named => ({
  // Crews write the code in one word or in two.
  names: [name, ...alias, locode, `${locode.slice(0, 2)} ${locode.slice(2)}`].map(plain),
  found: {
    kind: 'port',
    label: name,
    detail: ['Port', locode, country, ...alias].join(' · '),
    locode,
    latitude: lat,
    longitude: lon,
  },
  at: { lat, lon },
})

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
