import { useState } from 'react'
import { PRESENCES } from '@samudra/contract/presence'
import { PRESENCE_WORDS } from '../../../../kit/people/PresenceDot.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { sinceText } from '../../../../kit/text/when-text.ts'
import { usePresence } from '../../../../stored/presence.store.ts'
import { userIdOf } from '../state/chat-ids.ts'
import { useChat } from '../state/chat.store.ts'

/** Presence of a user in words and, on duty, since when. */
export function StatusWords({ userId }: { userId: string }) {
  const status = useChat(({ statuses }) => statuses[userId])
  const duty = usePresence(({ users }) => users.get(userIdOf(userId))?.duties[0])
  const style = useSettings()
  const [now] = useState(() => Date.now())
  const words = PRESENCE_WORDS[PRESENCES.find((one) => one === status) ?? 'offline']
  return duty === undefined ? words : `${words}, on watch since ${sinceText(duty.since, style, now)}`
}
