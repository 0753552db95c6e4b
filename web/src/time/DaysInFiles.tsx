import { getDaysInFiles } from '@samudra/contract/history'
import { isAdministrator } from '@samudra/contract/identity'
import { IconFileZip } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSession } from '../wire/session.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { useClock } from './clock.store.ts'

/** Explains why a period with days wholly or partly in files is empty, and what to do. */
export function DaysInFiles() {
  const { period } = useClock()
  const isAdmin = useSession((state) => isAdministrator(state.user?.role ?? ''))
  const iso = (at: number) => new Date(at).toISOString()
  const isKnown = period.from < period.to
  const answer = useAnswer(
    getDaysInFiles,
    isKnown ? { from: iso(period.from), to: iso(period.to) } : { from: iso(0), to: iso(0) },
    { enabled: isKnown },
  )
  const days = answer.data?.days ?? []
  if (days.length === 0) return null
  return (
    <p className="days-in-files" role="status">
      <IconFileZip size={14} aria-hidden />
      <span>
        Positions of <b>{daysText(days)}</b> (UTC) are archived and not shown.{' '}
        {isAdmin ? (
          <>
            Restore them under <Link to="/home/settings/system">System</Link>.
          </>
        ) : (
          'Ask an administrator to restore them.'
        )}
      </span>
    </p>
  )
}

/** One day by its date, more by the first, the last and how many. */
const daysText = (days: readonly string[]) =>
  days.length === 1 ? days[0] : `${days.length} days (${days[0]} to ${days.at(-1)})`
