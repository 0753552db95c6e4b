import { useState } from 'react'
import { usePresence } from '../../stored/presence.store.ts'
import { useSettings } from '../settings.ts'
import { sinceText } from '../text/when-text.ts'
import { PresenceDot } from './PresenceDot.tsx'

/** Name of a user with presence and, on duty, since when. */
export function PersonName({
  userId,
  name,
  isBrief = false,
}: {
  userId: string
  name: string
  isBrief?: boolean
}) {
  const duty = usePresence(({ users }) => users.get(userId)?.duties[0])
  const style = useSettings()
  const [now] = useState(() => Date.now())
  return (
    <span className="person">
      <PresenceDot userId={userId} />
      <span className="person-name">{name}</span>
      {!isBrief && duty !== undefined && (
        <small className="person-duty">On watch since {sinceText(duty.since, style, now)}</small>
      )}
    </span>
  )
}
