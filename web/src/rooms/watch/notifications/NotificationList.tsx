import { Button } from '@mantine/core'
import type { UserNotification } from '@samudra/contract/notifications'
import { Link, useNavigate } from 'react-router'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { useMessages, type Message } from '../../../kit/toasts.ts'
import { When } from '../../../kit/text/When.tsx'
import { actionOf, toneOf } from './follow-notifications.ts'
import {
  fetchNotifications,
  fetchOlder,
  markAllRead,
  markRead,
  useNotifications,
} from './notifications.store.ts'
import './notices.css'

type Entry = { at: number; notice: UserNotification } | { at: number; message: Message }

/** Lists the user's notifications on every screen, with the messages of this page among them; the newest first. */
export function NotificationList() {
  const { items, next, unread, isHeld, failed } = useNotifications()
  const messages = useMessages((state) => state.messages)
  const entries: Entry[] = [
    ...items.map((notice) => ({ at: Date.parse(notice.at), notice })),
    ...messages.map((message) => ({ at: message.at, message })),
  ].toSorted((a, b) => b.at - a.at)
  return (
    <>
      <div className="notices-bar">
        <ActionButton size="compact-xs" variant="default" disabled={unread === 0} onClick={markAllRead}>
          Mark all read
        </ActionButton>
        <Button size="compact-xs" variant="default" component={Link} to="/home/settings/notices">
          Notification settings
        </Button>
      </div>
      {!isHeld && (failed === null ? <Waiting /> : <Failed error={failed} onRetry={fetchNotifications} />)}
      <ol>
        {entries.map((entry) =>
          'notice' in entry ? (
            <NotificationEntry key={entry.notice.id} notice={entry.notice} />
          ) : (
            <MessageText key={entry.message.id} message={entry.message} />
          ),
        )}
      </ol>
      {next !== null && (
        <div className="notices-bar">
          <ActionButton size="compact-xs" variant="default" onClick={fetchOlder}>
            Show older notifications
          </ActionButton>
        </div>
      )}
    </>
  )
}

function NotificationEntry({ notice }: { notice: UserNotification }) {
  const action = actionOf(notice, useNavigate())
  const isUnread = notice.read_at === null
  return (
    <li data-tone={toneOf(notice)} data-unread={isUnread || undefined}>
      <When at={notice.at} />
      <span>
        {notice.text}{' '}
        {action !== null && (
          <button type="button" className="link-button" onClick={action.act}>
            {action.label}
          </button>
        )}{' '}
        {isUnread && (
          <ActionButton size="compact-xs" variant="subtle" onClick={() => markRead(notice.id)}>
            Mark read
          </ActionButton>
        )}
      </span>
    </li>
  )
}

function MessageText({ message }: { message: Message }) {
  return (
    <li data-tone={message.tone}>
      <When at={message.at} />
      <span>
        {message.text}{' '}
        {message.action !== null && (
          <button type="button" className="link-button" onClick={message.action.act}>
            {message.action.label}
          </button>
        )}
      </span>
    </li>
  )
}

/** Shows their number, beside the title. */
export function NotificationCount() {
  const { items, unread, isHeld } = useNotifications()
  const messages = useMessages((state) => state.messages.length)
  if (unread > 0) return `${countWords(unread, 'notice')} unread`
  return items.length + messages === 0 && isHeld ? 'none yet' : ''
}
