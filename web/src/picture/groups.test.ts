import { changedColumns } from '@samudra/contract/wire/live-frame'
import { expect, test } from 'vitest'
import { Fleet } from './fleet.ts'
import { Groups } from './groups.ts'
import { Held } from './held.ts'
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

/** A snapshot of one ship, as the page gets it when the picture begins anew. */
function only(held: Held, { id, lon }: { id: number; lon: number }) {
  const changed = changedColumns(1)
  changed.count = 1
  changed.id[0] = id
  changed.lat[0] = 8e6
  changed.lon[0] = lon * 1e6
  changed.observedAt[0] = NOW
  const named = [{ id, mmsi: id, split: 0, shipType: 70, length: 0, beam: 0, name: `SHIP ${id}` }]
  const frame = { seq: 0, snapshot: true, tick: NOW, inView: 1, total: 1, changed, named, removed: [] }
  return held.apply(frame, NOW)
}

test('a group counted before another ship took the place of its only one is not held for that ship', () => {
  const held = new Held(NOW)
  const [fleet, groups] = [new Fleet(), new Groups()]
  fleet.apply(only(held, { id: 1, lon: 76 }))
  expect(groups.count(fleet, view(3)).map(({ x }) => x)).toEqual([expect.closeTo(mercatorX(76), 6)])
  fleet.apply(only(held, { id: 2, lon: 60 }))
  expect(groups.count(fleet, view(3)).map(({ x }) => x)).toEqual([expect.closeTo(mercatorX(60), 6)])
})

test('names are gone with the first frame of the far view, which may be the last for seconds', () => {
  const fleet = new Fleet()
  fleet.apply(only(new Held(NOW), { id: 1, lon: 76 }))
  const names = new NameChooser(fleet, (text) => text.length * 7)
  expect(names.choose(view(9), -1)).toEqual([0])
  expect(names.choose(view(4), -1)).toEqual([])
})
