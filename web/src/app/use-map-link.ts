import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { goToContact } from '../picture/go-to-contact.ts'
import { useChart } from '../map/chart.store.ts'
import { REPLAY } from '../replay/replay-link.ts'
import { MAP } from './screens.ts'

/**
 * An address of the map that names a vessel (`?mmsi=419000001`) or a view (`?at=8.1,76.2,7`) leads there. Both are taken
 * out of the address then, so that a reload does not undo what was looked at since.
 */
export function useMapLink() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const mmsi = query.get('mmsi')
    const view = viewOf(query.get('at'))
    if ((pathname !== MAP && pathname !== REPLAY) || (mmsi === null && view === null)) return
    query.delete('mmsi')
    query.delete('at')
    void navigate({ pathname, search: query.toString() }, { replace: true })
    if (view !== null) useChart.getState().look(view)
    if (mmsi !== null) void goToContact(mmsi)
  }, [pathname, search, navigate])
}

/** `latitude,longitude,zoom`; null when it is none. */
function viewOf(text: string | null): { center: [number, number]; zoom: number } | null {
  const [lat, lon, zoom] = (text ?? '').split(',').map(Number)
  if (lat === undefined || lon === undefined || zoom === undefined) return null
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && zoom >= 0 && zoom <= 18
  return isPlace ? { center: [lon, lat], zoom } : null
}
