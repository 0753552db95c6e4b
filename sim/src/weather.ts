import { createServer, type Server } from 'node:http'
import { writeGrib2, type Field } from './grib2.ts'

/** Weather of the simulated sea: made up, the same at the same instant for everybody, and served as a model's files are. */

const STEP = 1
const COLUMNS = 360
const ROWS = 181
const HOUR_MS = 3_600_000
const DEGREE = Math.PI / 180

/** Lows and highs that wander: where they are at the epoch, degrees a day, size in degrees, depth in hPa. */
const SYSTEMS = [
  { lon: 88, lat: 13, east: -0.7, north: 0.4, size: 5, hpa: -22, turns: 14 },
  { lon: 62, lat: 16, east: -0.6, north: 0.2, size: 6, hpa: -12, turns: 20 },
  { lon: 74, lat: -13, east: -3, north: -0.4, size: 5, hpa: -18, turns: 16 },
  { lon: 112, lat: 14, east: -2, north: 0.6, size: 5, hpa: -14, turns: 12 },
  { lon: 80, lat: -31, east: 4, north: 0, size: 14, hpa: 14, turns: 0 },
  { lon: 30, lat: -50, east: 11, north: 0, size: 9, hpa: -28, turns: 0 },
  { lon: 110, lat: -52, east: 11, north: 0, size: 10, hpa: -32, turns: 0 },
  { lon: 200, lat: -50, east: 11, north: 0, size: 9, hpa: -26, turns: 0 },
  { lon: 330, lat: 52, east: 9, north: 0, size: 10, hpa: -26, turns: 0 },
  { lon: 170, lat: 50, east: 9, north: 0, size: 10, hpa: -24, turns: 0 },
] as const

type Weather = {
  pressurePa: number
  eastMps: number
  northMps: number
  cloudsPct: number
  rainKgM2s: number
  kelvin: number
}

/** A system that `turns` goes to and fro for so many days, so that it never leaves the sea it belongs to. */
function systemsAt(days: number) {
  return SYSTEMS.map(({ lon, lat, east, north, size, hpa, turns }) => {
    const phase = turns === 0 ? days : (Math.sin((days / turns) * Math.PI) * turns) / Math.PI
    return { lon: lon + east * phase, lat: lat + north * phase, size, hpa }
  })
}

/** Gusts of lesser weather: three waves that travel. */
const ripple = (lat: number, lon: number, days: number) =>
  Math.sin(lon * 0.11 + lat * 0.17 - days * 0.9) +
  Math.sin(lon * 0.07 - lat * 0.23 + days * 0.6 + 2) +
  Math.sin(lon * 0.19 + lat * 0.05 - days * 1.3 + 4)

const nearest = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

function weatherAt(lat: number, lon: number, days: number, systems: ReturnType<typeof systemsAt>): Weather {
  let hpa = 1012 + 5 * Math.cos((Math.abs(lat) - 30) * 6 * DEGREE) + ripple(lat, lon, days) * 0.8
  // The wind blows along the isobars, low to the left in the north, and a little into the low.
  let [east, north, wet] = [0, 0, 0]
  const trade = Math.abs(lat) < 30 ? -6 * Math.cos((Math.abs(lat) - 15) * 6 * DEGREE) : 7
  const turn = lat >= 0 ? 1 : -1
  for (const system of systems) {
    const [dx, dy] = [nearest(lon - system.lon) * Math.cos(lat * DEGREE), lat - system.lat]
    const far = Math.hypot(dx, dy) / system.size
    if (far > 4) continue
    const weight = Math.exp(-far * far * 0.5)
    hpa += system.hpa * weight
    const speed = -system.hpa * far * weight * 0.95
    const [ux, uy] = far === 0 ? [0, 0] : [dx / (far * system.size), dy / (far * system.size)]
    east += speed * (-uy * turn - ux * 0.25)
    north += speed * (ux * turn - uy * 0.25)
    if (system.hpa < 0) wet += (-system.hpa / 22) * weight
  }
  const unrest = ripple(lat + 40, lon * 1.7, days * 1.4) / 3
  const clouds = Math.max(0, Math.min(1, 0.32 + 0.4 * unrest + wet * 0.9 + (Math.abs(lat) < 8 ? 0.12 : 0)))
  const sunHour = (days * 24 + lon / 15) % 24
  return {
    pressurePa: hpa * 100,
    eastMps: east + trade + unrest * 2,
    northMps: north - Math.sign(lat) * (Math.abs(lat) < 30 ? 2.5 : -1) + unrest,
    cloudsPct: clouds * 100,
    rainKgM2s: (Math.max(0, clouds - 0.62) * (0.6 + wet * 2.4) * 8) / 3600,
    kelvin: 301.5 - (lat / 9.5) ** 2 * 0.72 + Math.cos((sunHour - 14) * 15 * DEGREE) * 1.2 - clouds * 1.5,
  }
}

/** The values of a file in the order of its messages: category, parameter, surface, level (as the GFS has them). */
const MESSAGES: readonly [
  category: number,
  parameter: number,
  surface: number,
  level: number,
  of: keyof Weather,
][] = [
  [3, 1, 101, 0, 'pressurePa'],
  [2, 2, 103, 10, 'eastMps'],
  [2, 3, 103, 10, 'northMps'],
  [6, 1, 10, 0, 'cloudsPct'],
  [1, 7, 1, 0, 'rainKgM2s'],
  [0, 0, 103, 2, 'kelvin'],
]

/** The GRIB2 file of an hour of a run. */
export function weatherFile(run: Date, hour: number): Buffer {
  const days = (run.getTime() + hour * HOUR_MS) / (24 * HOUR_MS)
  const systems = systemsAt(days % 3650)
  const points: Weather[] = []
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++)
      points.push(weatherAt(90 - row * STEP, column * STEP, days % 3650, systems))
  const shape = { run, hour, columns: COLUMNS, rows: ROWS, step: STEP }
  return Buffer.concat(
    MESSAGES.map(([category, parameter, surface, level, of]) => {
      const field: Field = {
        ...shape,
        category,
        parameter,
        surface,
        level,
        values: Float64Array.from(points, (point) => point[of]),
      }
      return writeGrib2(field)
    }),
  )
}

/** Where the files lie: `/weather/20261122/06/003.grb2`. */
export const WEATHER_PATH = '/weather/{date}/{run}/{hour}.grb2'
const FILE = /^\/weather\/(\d{4})(\d{2})(\d{2})\/(\d{2})\/(\d{3})\.grb2$/

/** Serves the files on loopback to any client. */
export function serveWeather(): Server {
  return createServer((request, reply) => {
    const found = FILE.exec(request.url ?? '')
    if (found === null) return void reply.writeHead(404).end()
    const [year, month, day, run, hour] = found.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const bytes = weatherFile(new Date(Date.UTC(year, month - 1, day, run)), hour)
    reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
  })
}
