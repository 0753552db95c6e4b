import { readFileSync } from 'node:fs'
import { nmBetween, type Grid } from './grid.ts'

type Water = { nm: number; places: [lat: number, lon: number][] }

function readWaters(file: string): Water[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [, nm, places] = line.split(' | ')
    return [
      {
        nm: Number(nm),
        places: places!.split('; ').map((one) => one.split(' ').map(Number) as [number, number]),
      },
    ]
  })
}

/** Marks nodes about waters that ships sail and the coast does not have. */
export function nearInlandWaters(grid: Grid, file: string): Uint8Array {
  const near = new Uint8Array(grid.nodes)
  for (const { nm, places } of readWaters(file))
    for (const [lat, lon] of along(places, nm / 240)) markAround(grid, near, lat, lon, nm)
  return near
}

/** Places on a line, so many degrees apart at most. */
function* along(places: Water['places'], apart: number): Generator<[lat: number, lon: number]> {
  for (const [i, [lat, lon]] of places.entries()) {
    const [nextLat, nextLon] = places[i + 1] ?? [lat, lon]
    const pieces = Math.floor(Math.hypot(nextLat - lat, nextLon - lon) / apart) + 1
    for (let k = 0; k < pieces; k++)
      yield [lat + ((nextLat - lat) * k) / pieces, lon + ((nextLon - lon) * k) / pieces]
  }
}

function markAround(grid: Grid, near: Uint8Array, lat: number, lon: number, nm: number) {
  const { columns, rows, step, columnOf, latOf, lonOf, rowOf } = grid
  const up = nm / 60 / step
  const across = up / Math.cos((lat * Math.PI) / 180)
  const [row, column] = [rowOf(lat), columnOf(lon)]
  for (let j = Math.max(0, Math.floor(row - up)); j <= Math.min(rows - 1, row + up + 1); j++)
    for (
      let i = Math.max(0, Math.floor(column - across));
      i <= Math.min(columns - 1, column + across + 1);
      i++
    )
      if (nmBetween(lat, lon, latOf(j), lonOf(i)) <= nm) near[j * columns + i] = 1
}
