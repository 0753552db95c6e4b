import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChartLand } from './chart-land.ts'

/** Maximum distance of a port from the chart's coast; ports in a river or offshore are exempt and marked so. */
const FARTHEST_NM = 1
/** The region the chart is fine in. */
const isInRegion = ({ lat, lon }: Port) => lon > 20 && lon < 125 && lat > -45 && lat < 32

type Ring = [lon: number, lat: number][]
type Port = {
  locode: string
  name: string
  country: string
  lat: number
  lon: number
  source: string
  lies?: 'river' | 'offshore'
  harbour?: Ring
  anchorages?: { name: string; ring: Ring }[]
}
type Checked = Port & { nm: number; isLand: boolean; harbourLand: number | null; anchorLand: number[] }

const file = fileURLToPath(new URL('../tiles/ports.json', import.meta.url))
const listed = JSON.parse(readFileSync(file, 'utf8')) as Port[]
const isOwn = ({ source }: Port) => source.startsWith('Samudra')
let chart: ChartLand
let ports: Checked[]

beforeAll(async () => {
  chart = await ChartLand.open()
  ports = await Promise.all(listed.filter(isOwn).filter(isInRegion).map(checked))
})
afterAll(() => chart.close())

async function checked(port: Port): Promise<Checked> {
  const { lat, lon, harbour, anchorages = [] } = port
  return {
    ...port,
    nm: await chart.coastNm(lat, lon),
    isLand: await chart.holds(lat, lon),
    harbourLand: harbour === undefined ? null : await landShare(harbour),
    anchorLand: await Promise.all(anchorages.map(({ ring }) => landShare(ring))),
  }
}

const STEPS = 24
/** Returns the share of an outline that is land, 0 to 1. */
async function landShare(ring: Ring): Promise<number> {
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  const [west, south] = [Math.min(...lons), Math.min(...lats)]
  const [wide, high] = [Math.max(...lons) - west, Math.max(...lats) - south]
  let [all, land] = [0, 0]
  for (let i = 0; i < STEPS; i++)
    for (let j = 0; j < STEPS; j++) {
      const [lon, lat] = [west + ((i + 0.5) * wide) / STEPS, south + ((j + 0.5) * high) / STEPS]
      if (!isInside(ring, lat, lon)) continue
      all++
      if (await chart.holds(lat, lon)) land++
    }
  return land / all
}
function isInside(ring: Ring, lat: number, lon: number): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i]!, ring[j]!]
    if (a[1] > lat !== b[1] > lat && lon < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0])
      inside = !inside
  }
  return inside
}

const nameOf = ({ locode, name }: Port) => `${locode} ${name}`.trim()

test('no port of the region lies far from the coast of the chart, but in a river or offshore', () => {
  expect(ports.length).toBeGreaterThan(300)
  const far = ports.filter(({ nm, lies }) => nm > FARTHEST_NM && lies === undefined)
  expect(far.map(nameOf)).toEqual([])
  // Ports marked as in a river or offshore are not at the coast.
  const near = ports.filter(({ nm, lies, isLand }) => nm < 0.3 && lies === 'offshore' && isLand)
  expect(near.map(nameOf)).toEqual([])
})

test('harbours touch land and water, and anchorages are water', () => {
  const drawn = ports.filter(({ harbourLand }) => harbourLand !== null)
  expect(drawn.length).toBeGreaterThan(60)
  const dry = drawn.filter(({ harbourLand, lies }) => harbourLand! > 0.97 && lies !== 'river')
  const adrift = drawn.filter(
    ({ harbourLand, nm, lies }) => harbourLand === 0 && nm > 1 && lies === undefined,
  )
  expect([...dry, ...adrift].map(nameOf)).toEqual([])
  expect(ports.filter(({ anchorLand }) => anchorLand.some((share) => share > 0.02)).map(nameOf)).toEqual([])
  expect(drawn.filter(({ harbour, lat, lon }) => !isInside(harbour!, lat, lon)).map(nameOf)).toEqual([])
})

test('each port stands once, under one code', () => {
  const codes = listed.map(({ locode }) => locode).filter((code) => code !== '')
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([])
  const names = listed.filter(({ locode }) => locode === '').map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('PORTS.md states how each port was checked', async () => {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const rows = ports
    .toSorted((a, b) =>
      a.country < b.country ? -1 : a.country > b.country ? 1 : a.name.localeCompare(b.name, 'en'),
    )
    .map((port) => {
      const { locode, name, country, lat, lon, nm, isLand, harbourLand, anchorLand, lies } = port
      const harbour = harbourLand === null ? 'circle 1.5 NM' : `outline, ${percent(harbourLand)} land`
      const roads =
        anchorLand.length === 0 ? '' : `${anchorLand.length}, ${percent(Math.max(...anchorLand))} land`
      const where = `${isLand ? 'land' : 'water'}${lies === undefined ? '' : `, ${lies}`}`
      return `| ${country} | ${locode} | ${name} | ${lat.toFixed(3)} ${lon.toFixed(3)} | ${nm.toFixed(1)} | ${where} | ${harbour} | ${roads} |`
    })
  const drawn = ports.filter(({ harbourLand }) => harbourLand !== null).length
  await expect(page(rows, drawn)).toMatchFileSnapshot('../PORTS.md')
})

const page = (rows: string[], drawn: number) => `# How the ports were checked

\`tiles/ports.json\` has ${listed.length} ports. ${ports.length} of the Indian Ocean and the seas about it were marked by hand
(\`build/ports/region.csv\`), each with its source "Samudra"; ${drawn} of them, the busiest, have an outline of the harbour and most
of those one or more of their anchorages (\`build/ports/shapes.txt\`). The others of the region stand as a circle of 1.5 NM about
their position, which is no survey of anything. Elsewhere ports are those of the npm package sea-ports (MIT), as it has them, with
the source "not checked": its places are those of towns as often as of harbours. In the region it was wrong by 9 NM for Salalah, 6 for
Mundra and Yangon and 4 for Bandar Abbas, lacked Hambantota and Gwadar, and had dry ports, airports and towns inland; none of its
places is used here.

An outline is the hull of places marked at the berths, or in the roads, grown by 0.3 to 6 NM: it says where a ship is to be counted
as in port or at anchor. It follows no limit that an authority has set, and is not for navigation. An administrator draws a better one on the
map, or brings positions in a file.

The table is made by \`src/ports.test.ts\` from the tiles of the chart itself (\`vitest run basemap -u\` writes it anew), which fails when

- a port of the region is farther than ${FARTHEST_NM} NM from the coast of the chart, unless it lies in a river, which the chart does not
  have, or offshore, and says so;
- a harbour holds no water, or no land while it is not offshore; or does not hold the position of its port;
- more than 2 % of an anchorage is land.

The coast of the chart is that of OpenStreetMap, to about 100 m. Where a harbour was dredged or filled after that, its outline
may be nearly all land or all water, which the table shows.

| Country | Code | Port | Position | NM to coast | Position on | Harbour | Anchorages |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
