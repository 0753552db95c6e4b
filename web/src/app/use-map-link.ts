import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { goToContact } from '../picture/go-to-contact.ts'
import { MAP } from './screens.ts'

/**
 * An address of the map that names a vessel (`?mmsi=419000001`) selects it and brings the chart there. The name is
 * taken out of the address then, so that a reload does not undo what was looked at since.
 */
export function useMapLink() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const mmsi = query.get('mmsi')
    if (pathname !== MAP || mmsi === null) return
    query.delete('mmsi')
    void navigate({ pathname, search: query.toString() }, { replace: true })
    void goToContact(mmsi)
  }, [pathname, search, navigate])
}
