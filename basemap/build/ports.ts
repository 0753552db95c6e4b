import { readFileSync, writeFileSync } from 'node:fs'
import { grownHull, type Corner } from './outline.ts'

/** Port as stored in `ports.json`; missing fields are unknown. */
type Listed = {
  locode: string
  name: string
  /** ISO 3166 alpha-2. */
  country: string
  lat: number
  lon: number
  alias: string[]
  zone: string
  source: string
  facilities?: string[]
  /** `river` or `offshore`, where that is why no coast of the chart is near. */
  lies?: string
  harbour?: Corner[]
  anchorages?: { name: string; ring: Corner[] }[]
}
type Packaged = {
  name: string
  coordinates?: [number, number]
  alias?: string[]
  timezone?: string
}

const OWN = 'Samudra: marked by hand, checked against the coast of the chart'
const PACKAGE = 'sea-ports 0.0.9 (MIT), not checked'

/** Countries whose ports are all listed here; the package's entries for these countries are ignored. */
const WHOLE = new Set(
  (
    'ZA MZ TZ KE SO DJ ER SD EG JO SA YE OM AE QA BH KW IQ IR PK IN LK MV BD MM SG CX CC KM YT MG SC MU RE IO ' +
    // Their places in the package are no harbours: dry ports, and towns far from any sea.
    'UG RW ZM ZW MW'
  ).split(' '),
)
/** Package entries of other countries that are no harbour, or that appear there under one of our codes. */
const NO_HARBOURS = new Set(
  'AUCHT THBMT THKTY THPAT THSBP THPKN IDBUR IDMAK IDTTI SYDAM DZAAE ISESK CNCTU CNKMG CNMYG'.split(' '),
)

/** By country, where one time holds in all of it. */
const ZONES: Record<string, string> = {
  ZA: 'Africa/Johannesburg',
  MZ: 'Africa/Maputo',
  TZ: 'Africa/Dar_es_Salaam',
  KE: 'Africa/Nairobi',
  SO: 'Africa/Mogadishu',
  DJ: 'Africa/Djibouti',
  ER: 'Africa/Asmara',
  SD: 'Africa/Khartoum',
  EG: 'Africa/Cairo',
  IL: 'Asia/Jerusalem',
  JO: 'Asia/Amman',
  SA: 'Asia/Riyadh',
  YE: 'Asia/Aden',
  OM: 'Asia/Muscat',
  AE: 'Asia/Dubai',
  QA: 'Asia/Qatar',
  BH: 'Asia/Bahrain',
  KW: 'Asia/Kuwait',
  IQ: 'Asia/Baghdad',
  IR: 'Asia/Tehran',
  PK: 'Asia/Karachi',
  IN: 'Asia/Kolkata',
  LK: 'Asia/Colombo',
  MV: 'Indian/Maldives',
  BD: 'Asia/Dhaka',
  MM: 'Asia/Yangon',
  TH: 'Asia/Bangkok',
  MY: 'Asia/Kuala_Lumpur',
  SG: 'Asia/Singapore',
  TL: 'Asia/Dili',
  CX: 'Indian/Christmas',
  CC: 'Indian/Cocos',
  KM: 'Indian/Comoro',
  YT: 'Indian/Mayotte',
  MG: 'Indian/Antananarivo',
  SC: 'Indian/Mahe',
  MU: 'Indian/Mauritius',
  RE: 'Indian/Reunion',
  IO: 'Indian/Chagos',
}
function zoneOf(country: string, lon: number): string {
  if (country === 'ID') return lon < 114.5 ? 'Asia/Jakarta' : 'Asia/Makassar'
  if (country === 'AU') return lon < 129 ? 'Australia/Perth' : 'Australia/Darwin'
  return ZONES[country] ?? ''
}

const several = (text: string) => text.split('|').filter((one) => one !== '')

/** Harbours and anchorages by code, as `ports/shapes.txt` marks them. */
function readShapes(file: string): Map<string, { what: string; ring: Corner[] }[]> {
  const shapes = new Map<string, { what: string; ring: Corner[] }[]>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [code, what, nm, marks] = line.split('|').map((part) => part.trim())
    const places = marks!.split(';').map((mark): Corner => {
      const [lat, lon] = mark.trim().split(' ').map(Number)
      return [lon!, lat!]
    })
    shapes.set(code!, [...(shapes.get(code!) ?? []), { what: what!, ring: grownHull(places, Number(nm)) }])
  }
  return shapes
}

/** The ports of the region: `ports/region.csv`, with the outlines there are. */
function regionPorts(folder: string): Listed[] {
  const shapes = readShapes(`${folder}/shapes.txt`)
  const [, ...lines] = readFileSync(`${folder}/region.csv`, 'utf8').trim().split('\n')
  const ports = lines.map((line): Listed => {
    const [locode, country, name, lat, lon, lies, names, facilities] = line.split(',')
    const own = shapes.get(locode!) ?? []
    shapes.delete(locode!)
    const harbour = own.find(({ what }) => what === 'harbour')?.ring
    const anchorages = own.flatMap(({ what, ring }) => (what === 'harbour' ? [] : [{ name: what, ring }]))
    return {
      locode: locode!,
      name: name!,
      country: country!,
      lat: Number(lat),
      lon: Number(lon),
      alias: several(names!),
      zone: zoneOf(country!, Number(lon)),
      source: OWN,
      facilities: several(facilities!),
      ...(lies === '' ? {} : { lies: lies! }),
      ...(harbour === undefined ? {} : { harbour }),
      ...(anchorages.length === 0 ? {} : { anchorages }),
    }
  })
  if (shapes.size > 0) throw new Error(`outlines of no port: ${[...shapes.keys()].join(', ')}`)
  return ports
}

/** Ports with names, place and outlines: `ports.json`. Returns the size in bytes. */
export function writePorts(packaged: string, folder: string, out: string): number {
  const own = regionPorts(folder)
  const codes = new Set(own.flatMap(({ locode, alias }) => [locode, ...alias]))
  const given = JSON.parse(readFileSync(packaged, 'utf8')) as Record<string, Packaged>
  const others = Object.entries(given).flatMap(
    ([locode, { name, coordinates, alias = [], timezone = '' }]): Listed[] => {
      const country = locode.slice(0, 2)
      if (coordinates === undefined || WHOLE.has(country) || codes.has(locode) || NO_HARBOURS.has(locode))
        return []
      const [lon, lat] = coordinates
      return [{ locode, name, country, lat, lon, alias, zone: timezone, source: PACKAGE }]
    },
  )
  const text = `[\n${[...own, ...others].map((port) => JSON.stringify(port)).join(',\n')}\n]\n`
  writeFileSync(out, text)
  return Buffer.byteLength(text)
}
