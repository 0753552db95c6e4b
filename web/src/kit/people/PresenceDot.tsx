import type { PresenceStatus } from '@samudra/contract/presence'
import { shownStatus, usePresence } from '../../stored/presence.store.ts'
import './people.css'

export const PRESENCE_WORDS: Readonly<Record<PresenceStatus, string>> = {
  online: 'Online',
  away: 'Away',
  dnd: 'Do not disturb',
  offline: 'Offline',
}

/** Presence as a colour and a shape: full, half, barred or hollow. */
export function PresenceMark({ presence }: { presence: PresenceStatus }) {
  const words = PRESENCE_WORDS[presence]
  return <i className="presence-dot" data-presence={presence} role="img" aria-label={words} title={words} />
}

/** Presence of a user as it is now; nothing while it is not known. */
export function PresenceDot({ userId }: { userId: string }) {
  const presence = usePresence(({ users }) => {
    const one = users.get(userId)
    return one === undefined ? null : shownStatus(one)
  })
  return presence === null ? null : <PresenceMark presence={presence} />
}
