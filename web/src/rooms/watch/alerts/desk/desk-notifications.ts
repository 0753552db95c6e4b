import { SEVERITY_LABELS } from '@samudra/contract/labels'
import type { Alert } from '@samudra/contract/alerts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ALERTS } from '../../../../kit/pages/links.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { useSettings } from '../../../../kit/settings.ts'
import { setUnread } from '../../../../stored/unread.store.ts'
import { playTones } from '../../../../kit/tones.ts'
import { shipsOf } from '../actions/action-choices.ts'
import { useDesk } from './desk.store.ts'
import { onAlerts, useMarks } from '../marks.store.ts'
import { begunIn, soundOf } from './sounds.ts'

/** Interval at which unacknowledged critical alerts sound again. */
const AGAIN_MS = 60_000
const SOUND = 'samudra.alert-sound'
/** Other windows of this browser are silent for so long: one desk, one sound. */
const HEARD_MS = 1500

const isSilent = () => !useSettings.getState().sound || useDesk.getState().silentUntil > Date.now()

/** Sounds once of all windows of this browser. */
function sounded(alerts: readonly Pick<Alert, 'severity' | 'sound'>[]) {
  const tone = soundOf(alerts, isSilent())
  if (tone === null) return
  if (!('locks' in navigator)) return void playTones(tone)
  void navigator.locks.request(SOUND, { ifAvailable: true }, async (lock) => {
    // A window without a click by the user may not sound; another one does.
    if (lock !== null && playTones(tone)) await new Promise((done) => setTimeout(done, HEARD_MS))
  })
}

const isGrave = ({ severity }: Alert) => severity === 'CRITICAL' || severity === 'HIGH'

/** Notifies the desk of new alerts: by sound, and outside the window where that is allowed. */
export function useDeskNotifications(count: number) {
  const navigate = useNavigate()
  useEffect(() => {
    const stop = onAlerts((before, alerts) => {
      const begun = begunIn(before, alerts, useMarks.getState().isRead)
      sounded(begun)
      const grave = begun.filter(isGrave)
      if (grave.length > 0 && document.hidden && useDesk.getState().isNotified)
        pushOf(grave, () => void navigate(`${ALERTS}?open=${grave[0]!.id}`))
    })
    const again = setInterval(() => {
      const waiting = [...useMarks.getState().marks.values()]
      sounded(waiting.filter(({ state, severity }) => state === 'NEW' && severity === 'CRITICAL'))
    }, AGAIN_MS)
    return () => {
      stop()
      clearInterval(again)
    }
  }, [navigate])
  useEffect(() => setUnread('alerts', count), [count])
  useEffect(() => () => setUnread('alerts', 0), [])
}

function pushOf(alerts: readonly Alert[], open: () => void) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const [first] = alerts
  const title =
    alerts.length === 1
      ? `${SEVERITY_LABELS[first!.severity]}: ${first!.title}`
      : countWords(alerts.length, 'severe alert')
  const note = new Notification(title, {
    body:
      alerts.length === 1
        ? `${shipsOf(first!)}. ${first!.text}`
        : alerts.map(shipsOf).join('; ').slice(0, 200),
    tag: 'samudra.alerts',
    icon: '/logo-alert.svg',
  })
  note.addEventListener('click', () => {
    window.focus()
    open()
    note.close()
  })
}
