import { MESSAGES } from '@samudra/contract/wire/messages'
import { IconAntennaOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSession } from '../../../wire/session.ts'
import { usePictureAge } from './held/picture-age.ts'
import { usePicture } from './held/picture.store.ts'

/** Time a first connection gets before its absence is shown. */
const PATIENCE_MS = 4000

/** Shows what prevents a live picture; the old picture stays and is marked as old. */
export function LinkBanner() {
  const link = usePicture((state) => state.link)
  const isEmpty = usePicture(({ lastFrameAt, savedAt }) => lastFrameAt === null && savedAt === null)
  // Status and view count arrive in either order; only both together show that there are no contacts.
  const isSilent = usePicture(({ status, total }) => status?.contacts === 0 && total === 0)
  const seesNothing = useSession(
    ({ user }) => user !== null && (user.sources.length === 0 || user.zone_access.length === 0),
  )
  const patient = usePatience(link === 'connecting')
  if (link === 'lost' || (link === 'connecting' && !patient))
    return (
      <div className="banner" role="alert">
        <IconPlugConnectedX size={16} aria-hidden />
        <strong>{MESSAGES.noConnection}</strong>
        <span>
          Trying again. <Aged />
        </span>
      </div>
    )
  // A stored picture is not live before the first frame.
  if (isEmpty || link === 'connecting') return <div className="banner calm">{MESSAGES.loading}</div>
  if (isSilent)
    return (
      <div className="banner calm">
        <IconAntennaOff size={16} aria-hidden />
        <strong>No contacts</strong>
        <span>
          {seesNothing
            ? 'You have no access to any source or zone. Ask an administrator for access.'
            : 'No data received yet. All feeds are silent.'}
        </span>
      </div>
    )
  return null
}

function Aged() {
  const age = usePictureAge()
  if (age === null) return null
  return <span className="figures">This picture is not live; it is {age} old.</span>
}

function usePatience(waits: boolean): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => setOver(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return !over
}
