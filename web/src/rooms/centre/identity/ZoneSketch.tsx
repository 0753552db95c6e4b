import type { ZoneGeometry } from '@samudra/contract/zones'
import { useMemo } from 'react'
import { usePalette } from '../../../kit/theme/colour-palette.ts'

type Ring = readonly (readonly number[])[]
const WIDTH = 460
const LARGEST = 320
const NONE = new Float64Array()
const REGION = { west: 30, south: -40, east: 120, north: 32 }

/**
 * Zones and places on an empty chart (plate carree): enough to see where they are. It shows the region when there is
 * nothing smaller to show.
 */
export function ZoneSketch(props: {
  shapes: readonly ZoneGeometry[]
  /** Longitude, latitude and MMSI of each, one after another. */
  places?: Float64Array
}) {
  const { shapes, places = NONE } = props
  const palette = usePalette((state) => state.palette)
  const rings = useMemo(() => shapes.flatMap(ringsOf), [shapes])
  const box = useMemo(() => boxOf(rings, places), [rings, places])
  const scale = Math.min(WIDTH / (box.east - box.west), LARGEST / (box.north - box.south))
  const height = (box.north - box.south) * scale
  const x = (lon: number) => (lon - box.west) * scale
  const y = (lat: number) => (box.north - lat) * scale
  const step = [30, 10, 5, 2, 1].find((deg) => (box.east - box.west) / deg >= 3) ?? 1
  const lines = (from: number, to: number) =>
    Array.from(
      { length: Math.floor((to - from) / step) + 1 },
      (_, i) => Math.ceil(from / step) * step + i * step,
    )
  return (
    <svg
      className="sketch"
      data-palette-shown={palette}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`${shapes.length} zones, ${places.length / 3} places, ${box.south.toFixed(0)} to ${box.north.toFixed(0)} degrees latitude, ${box.west.toFixed(0)} to ${box.east.toFixed(0)} degrees longitude`}
    >
      {lines(box.west, box.east).map((lon) => (
        <g key={`lon${lon}`}>
          <line x1={x(lon)} x2={x(lon)} y1={0} y2={height} />
          <text x={x(lon) + 3} y={height - 4}>{`${Math.abs(lon)}°${lon < 0 ? 'W' : 'E'}`}</text>
        </g>
      ))}
      {lines(box.south, box.north).map((lat) => (
        <g key={`lat${lat}`}>
          <line x1={0} x2={WIDTH} y1={y(lat)} y2={y(lat)} />
          <text x={3} y={y(lat) - 3}>{`${Math.abs(lat)}°${lat < 0 ? 'S' : 'N'}`}</text>
        </g>
      ))}
      {rings.length > 0 && (
        <path
          fillRule="evenodd"
          d={rings.map((ring) => `M${ring.map(([lon, lat]) => `${x(lon!)},${y(lat!)}`).join('L')}Z`).join('')}
        />
      )}
      {Array.from({ length: places.length / 3 }, (_, i) => (
        <circle
          key={`${places[i * 3 + 2]} ${places[i * 3]} ${places[i * 3 + 1]}`}
          cx={x(places[i * 3]!)}
          cy={y(places[i * 3 + 1]!)}
          r={1.4}
        />
      ))}
    </svg>
  )
}

const ringsOf = (geometry: ZoneGeometry): Ring[] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()

function boxOf(rings: readonly Ring[], places: Float64Array) {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  const take = (lon: number, lat: number) => {
    box.west = Math.min(box.west, lon)
    box.east = Math.max(box.east, lon)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  if (rings.length > 0) for (const [lon, lat] of rings.flat()) take(lon!, lat!)
  else for (let i = 0; i < places.length; i += 3) take(places[i]!, places[i + 1]!)
  if (box.west > box.east) return REGION
  const margin = Math.max(0.5, (box.east - box.west) * 0.08, (box.north - box.south) * 0.08)
  return {
    west: box.west - margin,
    south: box.south - margin,
    east: box.east + margin,
    north: box.north + margin,
  }
}
