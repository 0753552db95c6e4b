import { Menu, Switch } from '@mantine/core'
import { IconAlertTriangle, IconBell, IconBellOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { ALERTS } from '../../../../kit/pages/links.ts'
import { countText } from '../../../../kit/text/quantity-text.ts'
import { useSettings } from '../../../../kit/settings.ts'
import { toast } from '../../../../kit/toasts.ts'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { whenText } from '../../../../kit/text/when-text.ts'
import { silence, SILENT_MIN, sound, notifyOutside, useDesk } from './desk.store.ts'
import { AlertCards } from './AlertCards.tsx'
import { useHeldMarks } from '../marks.store.ts'
import { TakeWatch } from './TakeWatch.tsx'
import { waitingIn } from './sounds.ts'
import { useDeskNotifications } from './desk-notifications.ts'
import './new-alerts.css'

/**
 * Shows the number of unassigned alerts and since when the first waits, on every screen; sets how this desk is
 * notified.
 */
export function NewAlerts() {
  const { marks, isTruncated } = useHeldMarks()
  const { count, grave, critical, oldest } = waitingIn(marks.values())
  useDeskNotifications(count)
  return (
    <>
      {count > 0 && (
        <Link
          className="bar-button new-alerts"
          // A user who receives a critical alert must find it at once, wherever the list stands.
          to={critical > 0 ? `${ALERTS}?severity=CRITICAL` : ALERTS}
          title="Unassigned alerts and age of the oldest"
          data-grave={grave > 0 || undefined}
        >
          <IconAlertTriangle size={15} aria-hidden />
          <span className="figures">
            {critical > 0 && `${countText(critical)} critical of `}
            {countText(count)}
            {isTruncated && '+'}
            <span className="visually-hidden"> new {count === 1 ? 'alert' : 'alerts'}</span>
          </span>
          {oldest !== null && (
            <span className="new-alerts-since">
              <Ago at={oldest} suffix="" />
            </span>
          )}
        </Link>
      )}
      <TakeWatch />
      <DeskMenu />
      {createPortal(<AlertCards />, document.body)}
    </>
  )
}

/** Until when alerts are silent here, epoch ms; null while they sound. */
function useSilentUntil(): number | null {
  const until = useDesk((desk) => desk.silentUntil)
  useEffect(() => {
    if (until === 0) return undefined
    const timer = setTimeout(sound, until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return until === 0 ? null : until
}

const minutesWords = (minutes: number) =>
  minutes < 60 ? `${minutes} minutes` : minutes === 60 ? 'an hour' : `${minutes / 60} hours`

/** Sets the sounds and notifications of this desk; critical alerts always sound. */
function DeskMenu() {
  const until = useSilentUntil()
  const isNotified = useDesk((desk) => desk.isNotified)
  const settings = useSettings()
  const Bell = until === null && settings.sound ? IconBell : IconBellOff
  const words =
    until === null
      ? settings.sound
        ? 'Alerts sound here'
        : 'Your settings silence all but critical alerts'
      : `Silent until ${whenText(until, settings).slice(11, 16)}, except critical alerts`
  return (
    <Menu position="bottom-end" width={290} shadow="md">
      <Menu.Target>
        <button
          type="button"
          className="bar-button bar-roomy"
          aria-label={words}
          title={words}
          data-silent={until !== null || undefined}
        >
          <Bell size={15} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words}</Menu.Label>
        {SILENT_MIN.map((minutes) => (
          <Menu.Item key={minutes} onClick={() => silence(minutes)}>
            Silent for {minutesWords(minutes)}
          </Menu.Item>
        ))}
        {until !== null && <Menu.Item onClick={sound}>Turn sound on now</Menu.Item>}
        <Menu.Divider />
        <div className="desk-told">
          <Switch
            size="xs"
            label="Notify me of serious alerts outside this window"
            checked={isNotified}
            onChange={({ currentTarget: { checked } }) =>
              void notifyOutside(checked).then((isDone) => {
                if (!isDone)
                  toast(
                    'This browser does not allow it. Allow notifications for this site, then try again.',
                    'bad',
                  )
              })
            }
          />
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
