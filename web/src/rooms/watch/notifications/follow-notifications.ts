import {
  isFleeting,
  noticesRead,
  notificationPush,
  shownMs,
  type UserNotification,
  type NotificationLink,
} from '@samudra/contract/notifications'
import { useEffect } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { alertLink, ALERTS, MAIL } from '../../../kit/pages/links.ts'
import { useSettings } from '../../../kit/settings.ts'
import { toast, type ToastSort } from '../../../kit/toasts.ts'
import { showFound } from '../../../map/explanation/found.store.ts'
import { usePush } from '../../../wire/push.ts'
import { useWire } from '../../../wire/transport.ts'
import { useSession } from '../../../wire/session.ts'
import { awaitGesture, isMute, playTones } from '../../../kit/tones.ts'
import {
  fetchNotifications,
  markRead,
  takeRead,
  takeNotification,
  useNotifications,
} from './notifications.store.ts'

/** Pop-ups of most kinds stay for this long. */
const USUAL_MS = 12_000
const GREETED = 'samudra.noticesOfSession'

/** Follows this user's notifications on every screen, and shows at login those received meanwhile. */
export function useUserNotifications(show: () => void) {
  const navigate = useNavigate()
  const isLive = useWire(({ link }) => link === 'live')
  useEffect(() => {
    // Notifications sent while the link was down, or unreadable now, are read with the next link.
    if (!isLive) return
    fetchNotifications().then(
      () => greet(show),
      () => undefined,
    )
  }, [isLive, show])
  usePush(noticesRead, takeRead)
  useEffect(awaitGesture, [])
  usePush(notificationPush, ({ notice, quiet, sound }) => {
    const isListed = !isFleeting(notice.kind)
    if (isListed) takeNotification(notice)
    if (quiet || isMute(notice.severity)) return
    if (sound && useSettings.getState().sound) playTones(notice.severity)
    const action = actionOf(notice, navigate)
    const ms = shownMs(notice.kind) ?? USUAL_MS
    toast(notice.text, toneOf(notice), { ms, action, sort: sortOf(notice, navigate, show), isSaved: true })
  })
}

/** Screens with lists of their own. */
const LISTS: Readonly<Record<string, string>> = { ALERT: ALERTS, MAIL }

/** Returns the toast sort: notifications of one kind and severity take one place, however many arrive at once. */
const sortOf = (
  { kind, severity }: UserNotification,
  navigate: NavigateFunction,
  showNotices: () => void,
): ToastSort => ({
  key: `${kind} ${severity}`,
  all: (count) => ({
    label: `Show all ${count}`,
    act: kind in LISTS ? () => void navigate(LISTS[kind]!) : showNotices,
  }),
})

/** Once a session. */
function greet(show: () => void) {
  const session = useSession.getState().user?.session_id ?? ''
  const { unread } = useNotifications.getState()
  if (sessionStorage.getItem(GREETED) === session) return
  sessionStorage.setItem(GREETED, session)
  if (unread === 0) return
  const text = `${countWords(unread, 'unread notification')}.`
  toast(text, 'plain', { action: { label: 'Show', act: show }, isSaved: true })
}

const TONES = { INFO: 'plain', WARNING: 'warning', CRITICAL: 'bad' } as const
export const toneOf = ({ severity }: UserNotification) => TONES[severity]

/** Link kinds with a screen of their own. */
const OPENED: ReadonlySet<string> = new Set<NotificationLink['kind']>(['screen', 'vessel', 'alert'])
/** Returns the target of a notification; following it marks the notification as read. */
export function actionOf({ id, kind, link }: UserNotification, navigate: NavigateFunction) {
  if (link === null) return null
  return {
    label: OPENED.has(link.kind) ? 'Open' : 'Show on the map',
    act: () => {
      follow(link, navigate)
      if (!isFleeting(kind)) void markRead(id).catch(() => undefined)
    },
  }
}

function follow(link: NotificationLink, navigate: NavigateFunction) {
  if (link.kind === 'screen') void navigate(link.path)
  else if (link.kind === 'alert') void navigate(alertLink(link.id))
  else if (link.kind === 'vessel') void navigate(`/home/vesselsDetails/${link.mmsi}`)
  else showFound(link)
}
