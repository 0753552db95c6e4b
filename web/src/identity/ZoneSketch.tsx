import type { ZoneGeometry } from '@samudra/contract/zones'
import { useMemo } from 'react'
import { usePalette } from '../kit/palette.ts'

type Ring = readonly (readonly number[])[]
const WIDTH = 460
const LARGEST = 320
const REGION = { west: 30, south: -40, east: 120, north: 32 }

/**
 * Zones and places on an empty chart (plate carree): enough to see where they are. It shows the region when there is
 * nothing smaller to show.
 */
export function ZoneSketch(props: {
  shapes: readonly ZoneGeometry[]
  positions?: readonly (readonly [number, number, number])[]
}) {
  const { shapes, positions } = props
  const palette = usePalette((state) => state.palette)
  const rings = useMemo(() => shapes.flatMap(ringsOf), [shapes])
  const box = useMemo(() => boxOf(rings, positions ?? []), [rings, positions])
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
      aria-label={`${shapes.length} zones, ${positions?.length ?? 0} places, ${box.south.toFixed(0)} to ${box.north.toFixed(0)} degrees latitude, ${box.west.toFixed(0)} to ${box.east.toFixed(0)} degrees longitude`}
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
      {positions?.map(([lon, lat, mmsi]) => (
        <circle key={`${mmsi} ${lon} ${lat}`} cx={x(lon)} cy={y(lat)} r={1.4} />
      ))}
    </svg>
  )
}

const ringsOf = (geometry: ZoneGeometry): Ring[] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()

function boxOf(rings: readonly Ring[], positions: readonly (readonly [number, number, number])[]) {
  const places = rings.length > 0 ? rings.flat() : positions
  if (places.length === 0) return REGION
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [lon, lat] of places) {
    box.west = Math.min(box.west, lon)
    box.east = Math.max(box.east, lon)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  const margin = Math.max(0.5, (box.east - box.west) * 0.08, (box.north - box.south) * 0.08)
  return {
    west: box.west - margin,
    south: box.south - margin,
    east: box.east + margin,
    north: box.north + margin,
  }
}
