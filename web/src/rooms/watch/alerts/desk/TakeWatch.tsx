import { Menu } from '@mantine/core'
import { getDuties, leaveWatch, takeWatch, WATCH_HOURS } from '@samudra/contract/duties'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DUTIES } from '../../../../kit/pages/links.ts'
import { useSettings } from '../../../../kit/settings.ts'
import { toast } from '../../../../kit/toasts.ts'
import { whenText } from '../../../../kit/text/when-text.ts'
import { call } from '../../../../wire/call.ts'
import { useAction, useStale } from '../../../../wire/use-answer.ts'
import { useWatch } from './use-watch.ts'

/** Lengths of a watch that are offered, hours. */
const HOURS = [4, WATCH_HOURS, 12]

/** Takes the watch, or states until when this user has it and leaves it. */
export function TakeWatch() {
  const watch = useWatch()
  const stale = useStale()
  const settings = useSettings()
  const { run, isBusy } = useAction(async (hours: number | null) => {
    try {
      await (hours === null ? call(leaveWatch, {}) : call(takeWatch, { hours }))
      toast(hours === null ? 'You have left the watch' : 'You are on watch', 'good')
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
    stale(getDuties)
  })
  if (watch === undefined || (watch.mine === null && !watch.mayTake)) return null
  const { mine } = watch
  const words =
    mine === null ? 'Take the watch' : `On watch until ${whenText(mine.to, settings).slice(11, 16)}`
  const Eye = mine === null ? IconEyeOff : IconEye
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <button
          type="button"
          className="bar-button take-watch"
          data-empty={!watch.isStaffed || undefined}
          title={words}
        >
          <Eye size={15} aria-hidden /> <span className="bar-words">{words}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {mine === null ? (
          HOURS.map((hours) => (
            <Menu.Item key={hours} disabled={isBusy} onClick={() => void run(hours)}>
              Take the watch for {hours} hours
            </Menu.Item>
          ))
        ) : (
          <Menu.Item disabled={isBusy || mine.role !== 'WATCH_OFFICER'} onClick={() => void run(null)}>
            Leave the watch
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item component={Link} to={DUTIES}>
          On watch: all duties
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
