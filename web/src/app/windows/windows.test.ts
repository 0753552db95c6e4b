import { expect, test } from 'vitest'
import { SharedWindow, type Channel, type Shared } from './windows.ts'

const channels = new Set<{ hear: ((event: { data: never }) => void)[] }>()
/** Returns a channel that delivers messages at once. */
function aChannel(): Channel {
  const own = { hear: [] as ((event: { data: never }) => void)[] }
  channels.add(own)
  return {
    addEventListener: (_type, hear) => void own.hear.push(hear),
    postMessage: (data) => {
      for (const one of channels) if (one !== own) for (const hear of one.hear) hear({ data: data as never })
    },
    close: () => channels.delete(own),
  }
}
function aWindow(user: string) {
  const shared: Shared = { clock: null, ship: null, palette: 'dusk' }
  const shown: Partial<Shared>[] = []
  const own: { window?: SharedWindow } = {}
  /** Reports a change as the stores do, regardless of who made it. */
  const put = (part: Partial<Shared>) => {
    Object.assign(shared, part)
    for (const name of Object.keys(part) as (keyof Shared)[]) own.window?.changed(name)
  }
  own.window = new SharedWindow(
    user,
    aChannel(),
    () => shared,
    (part) => {
      shown.push(part)
      put(part)
    },
  )
  return { shared, shown, put, close: () => own.window?.close() }
}
const SHIP = { mmsi: '419000001', split: 0 }

test('a choice in one window is shown in the other windows of its user and echoed by none', () => {
  const windows = [aWindow('asha'), aWindow('asha'), aWindow('binu')] as const
  const [left, right, other] = windows
  for (const { shown } of windows) shown.length = 0
  left.put({ ship: SHIP })
  right.put({ palette: 'night' })
  expect(right.shown).toEqual([{ ship: SHIP }])
  expect(left.shown).toEqual([{ palette: 'night' }])
  expect(other.shown).toEqual([])
  // A window that opens later receives what the others show.
  const late = aWindow('asha')
  expect(late.shared).toMatchObject({ ship: SHIP, palette: 'night' })
  for (const { close } of [...windows, late]) close()
})
