import { changedColumns } from '@samudra/contract/wire/live-frame'
import { expect, test } from 'vitest'
import { Fleet } from './fleet.ts'
import { Groups } from './groups.ts'
import { Held } from '../held/held.ts'
import { NameChooser, type View } from './names.ts'
import { mercatorX, mercatorY } from './reckon.ts'

const NOW = 1_770_000_000_000
const view = (zoom: number): View => ({
  x: mercatorX(76),
  y: mercatorY(8),
  scale: 512 * 2 ** zoom,
  width: 1366,
  height: 768,
  zoom,
  now: 0,
})

type Ship = { id: number; lon: number; lat?: number }

/** Applies a snapshot of vessels, as the page receives it when the picture starts again. */
function only(held: Held, ...ships: Ship[]) {
  const changed = changedColumns(ships.length)
  changed.count = ships.length
  ships.forEach(({ id, lon, lat = 8 }, i) => {
    changed.id[i] = id
    changed.lat[i] = lat * 1e6
    changed.lon[i] = lon * 1e6
    changed.observedAt[i] = NOW
  })
  const named = ships.map(({ id }) => ({
    id,
    mmsi: id,
    split: 0,
    shipType: 70,
    length: 0,
    beam: 0,
    name: `SHIP ${id}`,
  }))
  const frame = { seq: 0, snapshot: true, tick: NOW, inView: 1, total: 1, changed, named, removed: [] }
  return held.apply(frame, NOW)
}

/** A longitude so many pixels east of 76 degrees at a zoom. */
const east = (px: number, zoom: number) => 76 + (px * 360) / (512 * 2 ** zoom)
const screenOf = (lon: number, lat: number) => ({
  x: 1366 / 2 + (mercatorX(lon) - view(4).x) * view(4).scale,
  y: 768 / 2 + (mercatorY(lat) - view(4).y) * view(4).scale,
})
/** Offsets around the middle of a group, at the maximum distance of a vessel. */
const AROUND = [0, 60, 120, 180, 240, 300].map((degrees) => {
  const angle = (degrees * Math.PI) / 180
  return [6 * Math.cos(angle), 6 * Math.sin(angle)] as const
})
const middle = { x: 1366 / 2, y: 768 / 2 }

test('a lane shows ship by ship: only ships that would cover each other are gathered', () => {
  const [fleet, groups] = [new Fleet(), new Groups()]
  const lane = Array.from({ length: 12 }, (_, i) => ({ id: i + 1, lon: east(i * 14, 4) }))
  fleet.apply(only(new Held(NOW), ...lane, { id: 20, lon: east(7, 4) }))
  groups.gather(fleet, view(4))
  const gathered = Array.from(fleet.mmsi.slice(0, fleet.count)).filter((_, i) => fleet.gathered[i] === 1)
  expect(gathered).toEqual([1, 20])
  expect(groups.hit(view(4), middle)).toMatchObject({ count: 2 })
  // Nearer there is room for both.
  groups.gather(fleet, view(4.9))
  expect(fleet.gathered.includes(1)).toBe(false)
})

test('every ship is drawn once: by herself or in one group, and groups keep apart', () => {
  const [fleet, groups] = [new Fleet(), new Groups()]
  const ships = Array.from({ length: 3000 }, (_, i) => ({
    id: i + 1,
    lon: 60 + ((i * 7919) % 3200) / 100,
    lat: -5 + ((i * 104_729) % 2500) / 100,
  }))
  fleet.apply(only(new Held(NOW), ...ships))
  groups.gather(fleet, view(4))
  const alone = fleet.gathered.slice(0, fleet.count).filter((one) => one === 0).length
  const found = new Map<string, { x: number; y: number; count: number }>()
  for (const [i, { lon, lat }] of ships.entries()) {
    if (fleet.gathered[i] === 0) continue
    const { x, y } = screenOf(lon, lat)
    for (const [dx, dy] of AROUND) {
      const hit = groups.hit(view(4), { x: x + dx, y: y + dy })
      if (hit !== null) found.set(`${hit.x} ${hit.y}`, hit)
    }
  }
  const all = [...found.values()]
  expect(alone + all.reduce((sum, { count }) => sum + count, 0)).toBe(3000)
  let nearest = Number.POSITIVE_INFINITY
  for (const [i, one] of all.entries())
    for (const other of all.slice(i + 1))
      nearest = Math.min(nearest, Math.hypot(one.x - other.x, one.y - other.y))
  expect(nearest * view(4).scale).toBeGreaterThan(8.9)
})

test('switching groups off leaves no vessel gathered', () => {
  const [fleet, groups] = [new Fleet(), new Groups()]
  fleet.apply(only(new Held(NOW), { id: 1, lon: 76 }, { id: 2, lon: 76 }))
  groups.gather(fleet, view(3))
  expect(fleet.gathered.includes(1)).toBe(true)
  groups.gather(fleet, null)
  expect(fleet.gathered.includes(1)).toBe(false)
  expect(groups.hit(view(3), middle)).toBeNull()
})

test('a vessel that took the place of a gathered one in the picture is not gathered', () => {
  const held = new Held(NOW)
  const [fleet, groups] = [new Fleet(), new Groups()]
  fleet.apply(only(held, { id: 1, lon: 76 }, { id: 2, lon: 76 }))
  groups.gather(fleet, view(3))
  fleet.apply(only(held, { id: 3, lon: 60 }))
  groups.gather(fleet, view(3))
  expect(fleet.gathered.includes(1)).toBe(false)
  expect(groups.hit(view(3), middle)).toBeNull()
})

test('names are gone with the first frame of the far view, which may be the last for seconds', () => {
  const fleet = new Fleet()
  fleet.apply(only(new Held(NOW), { id: 1, lon: 76 }))
  const names = new NameChooser(fleet, (text) => text.length * 7)
  expect(names.choose(view(9), -1)).toEqual([0])
  expect(names.choose(view(4), -1)).toEqual([])
})
