import { dutyChanged } from '@samudra/contract/duties'
import {
  ACTIVITY_EVERY_MS,
  AWAY_AFTER_MS,
  customStatusChange,
  getPresence,
  USER_UPDATE_ACTIVE_STATUS,
} from '@samudra/contract/presence'
import { useEffect } from 'react'
import { shownStatus, takePresence, takeStatus, usePresence } from '../../../stored/presence.store.ts'
import { muteTones } from '../../../kit/tones.ts'
import { idleSeconds, touched } from '../../../wire/activity.ts'
import { call } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useResync } from '../../../wire/resync.ts'
import { useSession } from '../../../wire/session.ts'
import { transport, useWire } from '../../../wire/transport.ts'

const LOOK_MS = 5000
/** Duties begin and end by the clock; they are read again this often. */
const DUTIES_MS = 60_000

const readPresence = () =>
  call(getPresence, {}).then(
    ({ items }) => takePresence(items),
    () => undefined,
  )

/** Reports the activity of this user and follows the presence of all. */
export function FollowPresence() {
  const isLive = useWire(({ link }) => link === 'live')
  useEffect(() => {
    if (isLive) void readPresence()
  }, [isLive])
  useEffect(() => {
    const timer = setInterval(() => void readPresence(), DUTIES_MS)
    return () => clearInterval(timer)
  }, [])
  useResync(() => void readPresence())
  usePush(customStatusChange, (change) => {
    if (!takeStatus(change)) void readPresence()
  })
  usePush(dutyChanged, () => void readPresence())
  useEffect(reportActivity, [])
  useOwnDoNotDisturb()
  return null
}

/** Tones below critical are mute while this user is not to be disturbed. */
function useOwnDoNotDisturb() {
  const own = useSession(({ user }) => user?.id ?? '')
  const isMute = usePresence(({ users }) => shownStatus(users.get(own)) === 'dnd')
  useEffect(() => muteTones(isMute), [isMute])
  useEffect(() => () => muteTones(false), [])
}

/** Reports whether this user is active in any tab of this browser, on change and every minute. */
function reportActivity() {
  let reported: { isActive: boolean; at: number } | null = null
  const look = () => {
    const isActive = idleSeconds() * 1000 < AWAY_AFTER_MS
    const isOld = reported !== null && isActive && Date.now() - reported.at >= ACTIVITY_EVERY_MS
    if (reported?.isActive === isActive && !isOld) return
    reported = { isActive, at: Date.now() }
    transport().watch(USER_UPDATE_ACTIVE_STATUS, { user_is_active: isActive })
  }
  const onVisible = () => {
    if (document.hidden) return
    touched()
    look()
  }
  // After ten minutes the first touch counts at once.
  const onTouch = () => void (reported?.isActive === false && look())
  look()
  const timer = setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('pointerdown', onTouch)
  window.addEventListener('keydown', onTouch)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('pointerdown', onTouch)
    window.removeEventListener('keydown', onTouch)
    transport().watch(USER_UPDATE_ACTIVE_STATUS, null)
  }
}
