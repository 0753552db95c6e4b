import { ON_WATCH, dutyChanged, endDuty, getDuties, type Duty } from '@samudra/contract/duties'
import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import { isAdministrator } from '@samudra/contract/identity'
import { useEffect, useState } from 'react'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { Page } from '../../../../kit/pages/Page.tsx'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { PersonName } from '../../../../kit/people/PersonName.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { agoText } from '../../../../kit/text/when-text.ts'
import { wallNow } from '../../../../time/server-clock.ts'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { usePush } from '../../../../wire/push.ts'
import { useResync } from '../../../../wire/resync.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { AlertPages } from '../list/AlertPages.tsx'
import { AssignForm } from './AssignForm.tsx'
import { firstGap } from './gap.ts'
import './duties.css'

/** Duties begin and end by the clock, which is looked at so often. */
const LOOK_MS = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Returns the start of the hour, so that a query is sent once an hour; the clock limits what is shown. */
const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS

const COLUMNS: readonly Column<Duty>[] = [
  {
    key: 'who',
    label: 'User',
    isHead: true,
    cell: ({ user_id, username }) => <PersonName isBrief userId={user_id} name={username} />,
    value: ({ username }) => username,
  },
  {
    key: 'as',
    label: 'As',
    cell: ({ role }) => DUTY_ROLE_LABELS[role],
    value: ({ role }) => DUTY_ROLE_LABELS[role],
  },
  { key: 'from', label: 'From', cell: ({ from }) => <When at={from} />, value: ({ from }) => from },
  { key: 'to', label: 'To', cell: ({ to }) => <When at={to} />, value: ({ to }) => to },
  {
    key: 'by',
    label: 'Assigned by',
    cell: ({ assigned_by, ended_by }) =>
      ended_by === null ? assigned_by : `${assigned_by}, ended by ${ended_by}`,
    value: ({ assigned_by }) => assigned_by,
  },
]

/** The instant by the clock of the server. */
function useClock(): number {
  const [now, setNow] = useState(wallNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(wallNow()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Lists duties: the user, the role and the end, coming duties, and times without a watch. */
export function Component() {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const now = useClock()
  const query = { from: iso(hourOf(now) - DAY_MS), to: iso(hourOf(now) + 8 * DAY_MS), limit: 500 }
  const { data, error, refetch } = useAnswer(getDuties, query, { keep: true })
  const stale = useStale()
  usePush(dutyChanged, () => stale(getDuties))
  useResync(() => stale(getDuties))
  const all = data?.items ?? []
  const there = all.filter((one) => Date.parse(one.from) <= now && Date.parse(one.to) > now)
  const coming = all.filter((one) => Date.parse(one.from) > now).toReversed()
  const over = all.filter((one) => Date.parse(one.to) <= now)
  const table = { isWaiting: data === undefined, error, onRetry: refetch }
  return (
    <Page title="On watch" subtitle={data === undefined ? '' : onWatchWords(there)} actions={<AlertPages />}>
      <div className="duties">
        <div className="duties-lists">
          {data !== undefined && <Gap duties={all} now={now} isAdmin={isAdmin} />}
          <Part
            title="Now"
            rows={there}
            {...table}
            empty="No one is on duty."
            columns={isAdmin ? [...COLUMNS, END] : COLUMNS}
          />
          <Part
            title="Next 8 days"
            rows={coming}
            {...table}
            empty="No upcoming duties."
            columns={isAdmin ? [...COLUMNS, END] : COLUMNS}
          />
          <Part title="Last 24 h" rows={over} {...table} empty="None." columns={COLUMNS} />
        </div>
        {isAdmin && (
          <aside>
            <h2>Assign a duty</h2>
            <AssignForm />
          </aside>
        )}
      </div>
    </Page>
  )
}
const iso = (at: number) => new Date(at).toISOString()
const keepsWatch = ({ role }: Duty) => ON_WATCH.includes(role)
const onWatchWords = (there: readonly Duty[]) =>
  there
    .filter(keepsWatch)
    .map(({ username, role }) => `${username}, ${DUTY_ROLE_LABELS[role].toLowerCase()}`)
    .join(' · ')

/** Shows that the watch is empty, or will be within a day. */
function Gap({ duties, now, isAdmin }: { duties: readonly Duty[]; now: number; isAdmin: boolean }) {
  const gap = firstGap(duties, now, now + DAY_MS)
  if (gap === null) return null
  const what = isAdmin ? 'Assign a duty.' : 'Ask an administrator to assign a duty.'
  if (gap > now)
    return (
      <p className="duties-gap" role="status">
        From <When at={gap} />, in {agoText((gap - now) / 1000)}, no one is on watch. {what}
      </p>
    )
  return (
    <p className="duties-gap" role="alert" data-now>
      <b>No one is on watch.</b> No watch officer and no supervisor is on duty: unassigned alerts go to the
      duty officer, or to administrators. {what}
    </p>
  )
}

function Part(props: {
  title: string
  rows: readonly Duty[]
  columns: readonly Column<Duty>[]
  isWaiting: boolean
  error: Error | null
  onRetry: () => unknown
  empty: string
}) {
  const { title, empty, ...table } = props
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {table.rows.length === 0 && !table.isWaiting ? (
        <p className="dim">{empty}</p>
      ) : (
        <Table label={title} isInText rowKey={({ id }) => id} {...table} />
      )}
    </section>
  )
}

const END: Column<Duty> = { key: 'end', label: '', cell: (one) => <End of={one} /> }
function End({ of }: { of: Duty }) {
  const stale = useStale()
  return (
    <QuestionButton
      label="End"
      question={{
        title: `End the duty of ${of.username}?`,
        text: 'It ends now. A duty that has not started is cancelled.',
        act: 'End duty',
        needsReason: true,
        isGrave: false,
      }}
      act={async (reason) => {
        await call(endDuty, { id: of.id, reason })
        stale(getDuties)
      }}
    />
  )
}
