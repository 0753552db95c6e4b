import { getReleaseNotes } from '@samudra/contract/settings'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { PresenceDot } from '../kit/people/PresenceDot.tsx'
import { useSession } from '../wire/session.ts'
import { useAnswer } from '../wire/use-answer.ts'

/** Returns the number of release notes this user has not read. */
export const useUnread = () => useAnswer(getReleaseNotes, { limit: 1 }).data?.unread ?? 0

/** Shows the signed-in user and opens the user menu. */
export function UserButton(props: ComponentProps<'button'>) {
  const user = useSession((state) => state.user)
  const unread = useUnread()
  if (user === null) return null
  return (
    <button aria-haspopup="menu" {...props} type="button" className="user-button">
      {/* The button is named by its user; the menu says the presence. */}
      <span aria-hidden className="user-presence">
        <PresenceDot userId={user.id} />
      </span>
      <span className="user-name">{user.username}</span>
      {unread > 0 && <i className="user-dot" role="img" aria-label="Unread release notes" />}
      <IconChevronDown size={14} aria-hidden />
    </button>
  )
}
