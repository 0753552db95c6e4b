import { cancelJob, getJobs, jobChanged, retryJob, type Job } from '@samudra/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useAnswer } from '../../../wire/use-answer.ts'

type Jobs = { as_of: string; items: Job[] }

/** Work in the background and by the clock: what runs, waits and failed, each with what may be done about it. */
export function JobsPart() {
  const answer = useAnswer(getJobs, {}, { everyMs: 60_000, keep: true })
  const queries = useQueryClient()
  const put = (job: Job) =>
    queries.setQueryData<Jobs>(
      [getJobs.name, {}],
      (held) => held && { ...held, items: withJob(held.items, job) },
    )
  usePush(jobChanged, put)
  return (
    <section className="system-part">
      <header>
        <h2>Jobs</h2>
      </header>
      <Table
        label="Jobs"
        isInText
        columns={columnsOf(put)}
        rows={inOrder(answer.data?.items ?? [])}
        rowKey={({ id }) => id}
        isWaiting={answer.data === undefined}
        error={answer.data === undefined ? answer.error : null}
        onRetry={() => answer.refetch()}
        empty={<p className="settings-none">No running, waiting or failed jobs.</p>}
      />
    </section>
  )
}

const withJob = (items: Job[], job: Job): Job[] => [job, ...items.filter(({ id }) => id !== job.id)]

const ORDER: Record<Job['state'], number> = { FAILED: 0, RUNNING: 1, WAITING: 2, CANCELLED: 3, DONE: 4 }
/** Sorts jobs: those that need attention first, equal ones by purpose, so that rows stay in place. */
const inOrder = (jobs: readonly Job[]) =>
  jobs.toSorted((a, b) => ORDER[place(a)] - ORDER[place(b)] || (a.does < b.does ? -1 : 1))
/** Returns the state for sorting; a scheduled job runs only for a moment and counts as waiting. */
const place = ({ state, scheduled }: Job) => (scheduled && state === 'RUNNING' ? 'WAITING' : state)

const columnsOf = (put: (job: Job) => void): Column<Job>[] => [
  {
    key: 'state',
    label: 'State',
    cell: (job) => (
      <span className="state" data-state={LOOKS[job.state]}>
        {job.state}
        {job.state === 'RUNNING' && job.progress > 0 && ` ${Math.floor(job.progress * 100)} %`}
      </span>
    ),
    value: ({ state }) => state,
  },
  {
    key: 'does',
    label: 'Job',
    isHead: true,
    cell: ({ does, asked_by }) => (asked_by === '' ? does : `${does}, for ${asked_by}`),
    value: ({ does }) => does,
  },
  { key: 'when', label: 'When', cell: whenOf, value: instantOf },
  {
    key: 'why',
    label: 'Error',
    cell: ({ why, tries }) =>
      why === null ? '' : `${why} (${countWords(Math.max(1, tries), 'try', 'tries')})`,
    value: ({ why }) => why,
  },
  { key: 'acts', label: '', cell: (job) => <Acts job={job} put={put} /> },
]

const LOOKS: Record<Job['state'], string> = {
  RUNNING: 'OK',
  WAITING: 'OK',
  FAILED: 'DOWN',
  DONE: 'OK',
  CANCELLED: 'PAUSED',
}

const instantOf = ({ due_at, ended_at, started_at }: Job) => due_at ?? ended_at ?? started_at

function whenOf(job: Job) {
  const at = job.state === 'RUNNING' ? job.started_at : instantOf(job)
  if (at === null) return ''
  const word = job.state === 'RUNNING' ? 'since' : job.due_at === null ? 'ended' : 'next'
  return (
    <>
      {word} <When at={at} />
    </>
  )
}

function Acts({ job, put }: { job: Job; put: (job: Job) => void }) {
  const act = (op: typeof retryJob) => async () => put(await call(op, { id: job.id }))
  const now = job.why === null ? 'Run now' : 'Retry'
  return (
    <span className="job-acts">
      {job.can.includes('RETRY') && (
        <ActionButton
          size="compact-xs"
          variant="default"
          aria-label={`${now}: ${job.does}`}
          onClick={act(retryJob)}
        >
          {now}
        </ActionButton>
      )}
      {job.can.includes('CANCEL') && (
        <ActionButton
          size="compact-xs"
          variant="default"
          aria-label={`Cancel: ${job.does}`}
          onClick={act(cancelJob)}
        >
          Cancel
        </ActionButton>
      )}
    </span>
  )
}
