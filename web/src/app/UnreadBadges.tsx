import { getUnread, unreadChanged, type UnreadRoom } from '@samudra/contract/unread'
import { IconMail, IconMessages, IconPhone, type Icon } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { setUnreadTitle } from '../kit/window-title.ts'
import { countText, countWords } from '../kit/text/quantity-text.ts'
import { setUnread, unreadTotal, useUnread } from '../stored/unread.store.ts'
import { call } from '../wire/call.ts'
import { usePush } from '../wire/push.ts'
import { useResync } from '../wire/resync.ts'
import { useWire } from '../wire/transport.ts'

/** Rooms with a badge of their own here; alerts, notices and chat have theirs beside. */
const BADGES: Partial<Record<UnreadRoom, { path: string; noun: string; Icon: Icon }>> = {
  mail: { path: '/home/collaboration/mail', noun: 'unread mail', Icon: IconMail },
  forum: { path: '/home/collaboration/forum', noun: 'unread topic', Icon: IconMessages },
  calls: { path: '/home/collaboration/calls', noun: 'missed call', Icon: IconPhone },
}
/** Screens count these from their own pushes. */
const COUNTED_HERE: readonly UnreadRoom[] = ['alerts', 'notices']

const readUnread = () =>
  call(getUnread, {}).then(
    ({ items }) => {
      for (const { room, count } of items) if (!COUNTED_HERE.includes(room)) setUnread(room, count)
    },
    () => undefined,
  )

/** Counts of unread things in the top bar, in the title of the window, on its icon and on the icon of the program. */
export function UnreadBadges() {
  const counts = useUnread((state) => state.counts)
  const isLive = useWire(({ link }) => link === 'live')
  useEffect(() => {
    if (isLive) void readUnread()
  }, [isLive])
  useResync(() => void readUnread())
  usePush(unreadChanged, ({ room, count }) => setUnread(room, count))
  const total = unreadTotal(counts)
  const alerts = counts.get('alerts') ?? 0
  useEffect(() => showTotal(total, alerts > 0), [total, alerts])
  useEffect(() => () => showTotal(0, false), [])
  return Object.entries(BADGES).map(([room, { path, noun, Icon }]) => {
    const count = counts.get(room as UnreadRoom) ?? 0
    if (count === 0) return null
    const words = countWords(count, noun)
    return (
      <Link key={room} className="bar-button unread-badge" to={path} aria-label={words} title={words}>
        <Icon size={15} aria-hidden />
        <span className="figures">{countText(count)}</span>
      </Link>
    )
  })
}

/** Shows the sum in the title, as a dot on the window's icon, red for alerts, and on the installed program. */
function showTotal(total: number, hasAlerts: boolean) {
  setUnreadTitle(total)
  const sign = document.querySelector('link[rel=icon]')
  const href = total === 0 ? '/logo.svg' : hasAlerts ? '/logo-alert.svg' : '/logo-unread.svg'
  // Setting the address fetches the icon again.
  if (sign?.getAttribute('href') !== href) sign?.setAttribute('href', href)
  const badge = total === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(total)
  badge?.catch(() => undefined)
}
