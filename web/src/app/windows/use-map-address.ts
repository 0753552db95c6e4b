import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { toast } from '../../kit/toasts.ts'
import { useChart } from '../../map/chart/chart.store.ts'
import { clauseCount, useFilter } from '../../map/filter.store.ts'
import { viewText } from '../../map/chart/view-text.ts'
import { useWorkbench } from '../../map/workbench/workbench.store.ts'
import { goToContact } from '../../rooms/picture/picture/go-to-contact.ts'
import { usePicture, type ContactKey } from '../../rooms/picture/picture/held/picture.store.ts'
import { PLAYBACK } from '../../rooms/past/playback/playback-link.ts'
import { REPLAY } from '../../kit/pages/links.ts'
import { readMapAddress, writeMapAddress, type MapAddress } from './map-address.ts'
import { MAP } from '../screens.ts'

const SETTLE_MS = 300
const isMap = (pathname: string) => [MAP, REPLAY].includes(pathname) || pathname.startsWith(`${PLAYBACK}/`)

/**
 * Keeps what is shown in the map's address, so that it can be shared, reloaded and returned to. The address is read
 * when a history entry opens, and follows what is shown afterwards. Choosing another vessel creates a new entry, so
 * that Back returns to the previous one.
 */
export function useMapAddress() {
  const { pathname, search, key } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  /** The entry of the browser's history that was read, and the ship it is of. */
  const here = useRef<{ key: string; ship: ContactKey | null } | null>(null)
  useEffect(() => {
    here.current = null
    if (!isMap(pathname)) return undefined
    // What was written since, past the router, is in the address alone.
    const request = readMapAddress(new URLSearchParams(isEntry(key) ? location.search : search))
    let isLeft = false
    void show(request, type === NavigationType.Pop).then(() => {
      if (isLeft) return
      here.current = { key, ship: usePicture.getState().selected }
      settle()
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      const { current } = here
      if (current === null || !isEntry(current.key)) return
      const query = writeMapAddress(location.search, shown())
      const next = query === '' ? location.pathname : `${location.pathname}?${query}`
      if (next === location.pathname + location.search) return
      const { selected } = usePicture.getState()
      const isAnother = selected !== null && current.ship !== null && !isSame(selected, current.ship)
      current.ship = selected ?? current.ship
      // The clock of a replay is not set by a new entry.
      if (isAnother && location.pathname === MAP) void navigate(next)
      else history.replaceState(history.state, '', next)
    }
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(write, SETTLE_MS)
    }
    const stops = [
      useChart.subscribe(({ view }, before) => view !== before.view && settle()),
      usePicture.subscribe(({ selected }, before) => selected !== before.selected && settle()),
      useFilter.subscribe(({ filter }, before) => filter !== before.filter && settle()),
      useWorkbench.subscribe(({ layers }, before) => layers !== before.layers && settle()),
    ]
    return () => {
      isLeft = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [pathname, search, key, type, navigate])
}

/** The router keeps the key of an entry with it, `default` where the page was opened. */
const isEntry = (key: string) => ((history.state as { key?: string } | null)?.key ?? 'default') === key
const isSame = (one: ContactKey, other: ContactKey) => one.mmsi === other.mmsi && one.split === other.split

const shown = (): MapAddress => ({
  view: useChart.getState().view,
  ship: usePicture.getState().selected,
  filter: useFilter.getState().filter,
  layers: useWorkbench.getState().layers,
})

/**
 * Takes over what an address names. One that is come back to, loaded or given, and that names a view is of all that is
 * shown: without a ship none is chosen, without a filter nothing is hidden.
 */
async function show({ view, ship, filter, layers }: MapAddress, isCome: boolean): Promise<void> {
  const isWhole = isCome && view !== null
  const before = shown()
  if (filter === 'unreadable') toast('The filter in this link is not valid. All contacts are shown.', 'bad')
  else if (isWhole || clauseCount(filter) > 0) {
    if (JSON.stringify(filter) !== JSON.stringify(before.filter)) useFilter.setState({ filter, saved: null })
  }
  if (layers !== null) useWorkbench.setState({ layers: { ...before.layers, ...layers } })
  if (view !== null && (before.view === null || viewText(view) !== viewText(before.view)))
    useChart.getState().look(view)
  if (ship === null) {
    if (isWhole && before.ship !== null) usePicture.getState().select(null)
  } else if (before.ship === null || !isSame(before.ship, ship)) {
    if (view !== null) usePicture.getState().select(ship)
    else await goToContact(ship.mmsi, ship.split === 0 ? undefined : ship.split)
  } else if (view === null) await goToContact(ship.mmsi, ship.split)
}
