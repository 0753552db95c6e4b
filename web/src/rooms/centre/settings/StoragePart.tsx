import { instantOf } from '@samudra/nautical/instant'
import { Checkbox, TextInput } from '@mantine/core'
import { archiveDay, getStorage, restoreDay, type ArchivedDay, type Storage } from '@samudra/contract/storage'
import { useState } from 'react'
import { Form } from '../../../kit/forms/Form.tsx'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { Confirm, type Question } from '../../../kit/forms/Confirm.tsx'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import { offeredFor, stateOf } from './archived-day.ts'
import { bytesText } from './bytes-text.ts'

const NAMES: Record<Storage['tiers'][number]['tier'], string> = {
  ROWS: 'Recent positions',
  PACKED: 'Packed positions',
  THINNED: 'Thinned tracks',
  RAW: 'Raw messages',
  COUNTS: 'Hourly counts',
  OTHER: 'Other data',
  FILES: 'Archived days',
}
const isUnderWay = (day: ArchivedDay) =>
  day.state === 'WRITING' || day.state === 'REMOVING' || day.state === 'RESTORING'

/** Shows the size of stored positions, how long the disk lasts, and the days archived in files. For administrators. */
export function StoragePart() {
  const [isBusy, setBusy] = useState(false)
  const answer = useAnswer(getStorage, {}, { everyMs: isBusy ? 1500 : 60_000, keep: true })
  const held = answer.data
  const underWay = held?.archives.some(isUnderWay) ?? false
  if (underWay !== isBusy) setBusy(underWay)
  return (
    <section className="system-part">
      <header>
        <h2>Stored positions</h2>
        {held !== undefined && (
          <span className="system-at">
            as of <When at={held.as_of} />
          </span>
        )}
      </header>
      {held === undefined ? (
        answer.isError ? (
          <Failed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Waiting />
        )
      ) : (
        <>
          <Table label="Stored data" isInText columns={TIERS} rows={held.tiers} rowKey={({ tier }) => tier} />
          <p className="storage-forecast">{forecast(held)}</p>
          <Archives days={held.archives} />
        </>
      )}
    </section>
  )
}

type Tier = Storage['tiers'][number]
const TIERS: Column<Tier>[] = [
  { key: 'tier', label: 'Stored as', cell: ({ tier }) => NAMES[tier] },
  { key: 'from', label: 'Since', cell: ({ from }) => (from === null ? '' : <When at={from} />) },
  {
    key: 'positions',
    label: 'Positions',
    isNumber: true,
    cell: ({ positions }) => (positions === null ? '' : countText(positions)),
  },
  { key: 'bytes', label: 'Size', isNumber: true, cell: ({ bytes }) => bytesText(bytes) },
]

/** Returns how long the disk lasts, in words. */
function forecast({ growth_per_day, measured_h, disk, days_until_full }: Storage): string {
  if (growth_per_day === null) return 'Database growth is shown after six hours of measurement.'
  const measured =
    measured_h < 48 ? countWords(measured_h, 'hour') : countWords(Math.round(measured_h / 24), 'day')
  const grows =
    growth_per_day > 0
      ? `The database grows by ${bytesText(growth_per_day)} a day, measured over ${measured}.`
      : `The database has not grown in the last ${measured}.`
  if (disk === null) return `${grows} It is on another machine; its disk is not monitored.`
  const free = `${bytesText(disk.free)} of ${bytesText(disk.total)} are free`
  if (days_until_full === null) return `${grows} ${free}.`
  return `${grows} ${free}, enough for ${days_until_full > 3650 ? 'more than ten years' : countWords(days_until_full, 'day')}.`
}

function Archives({ days }: { days: ArchivedDay[] }) {
  const stale = useStale()
  const [day, setDay] = useState('')
  const [removes, setRemoves] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const { run, isBusy, fault, clear } = useAction(async (reason: string) => {
    await call(archiveDay, { day, remove: removes, reason })
    setQuestion(null)
    setDay('')
    stale(getStorage)
  })
  const begin = () => {
    clear()
    if (removes) setQuestion(leaving(day))
    else void run('')
  }
  return (
    <div className="storage-archives">
      <h3>Archived days</h3>
      {days.length === 0 ? (
        <p className="settings-none">No archived days yet.</p>
      ) : (
        <ul>
          {days.map((one) => (
            <DayRow key={one.day} day={one} />
          ))}
        </ul>
      )}
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          begin()
        }}
      >
        <TextInput
          size="xs"
          label="Day (UTC)"
          placeholder="2026-11-21"
          value={day}
          error={day === '' || isDay(day) ? null : 'Enter a day like 2026-11-21.'}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label="Remove from database after archiving"
          checked={removes}
          onChange={(event) => setRemoves(event.currentTarget.checked)}
        />
        <ActionButton type="submit" size="xs" disabled={!isDay(day)} isBusy={isBusy}>
          Archive day
        </ActionButton>
        <p role="alert">{question === null ? fault?.message : ''}</p>
      </Form>
      <Confirm
        question={question}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={(reason) => void run(reason)}
        onCancel={() => setQuestion(null)}
      />
    </div>
  )
}

const leaving = (day: string): Question => ({
  title: `Remove ${day} from the database?`,
  text: 'Tracks and replays of that day are empty until the day is restored from its archive file.',
  act: 'Archive and remove',
  needsReason: false,
  isGrave: true,
})

/** After a failure only the step that may be taken now is offered. */
function DayRow({ day }: { day: ArchivedDay }) {
  const offered = offeredFor(day)
  return (
    <li>
      <strong className="figures">{day.day}</strong>
      <span className="state" data-state={day.state === 'FAILED' ? 'DOWN' : 'OK'}>
        {stateOf(day)}
      </span>
      <span className="figures">
        {countWords(day.positions, 'position')}, {bytesText(day.bytes)}
      </span>
      <span className="components-since">
        by {day.asked_by}, <When at={day.changed_at} />
      </span>
      {offered === 'READ_BACK' && (
        <StepButton
          name="Read back"
          label={`Read ${day.day} back`}
          take={() => call(restoreDay, { day: day.day })}
        />
      )}
      {offered === 'TAKE_OUT' && (
        <StepButton
          name="Take out"
          label={`Remove ${day.day} out of the database`}
          take={() => call(archiveDay, { day: day.day, remove: true })}
        />
      )}
      {day.why !== null && <em>{day.why}</em>}
    </li>
  )
}

function StepButton({ name, label, take }: { name: string; label: string; take: () => Promise<unknown> }) {
  const stale = useStale()
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      aria-label={label}
      onClick={async () => {
        await take()
        stale(getStorage)
      }}
    >
      {name}
    </ActionButton>
  )
}

const isDay = (text: string) => !Number.isNaN(instantOf(`${text}T00:00Z`))
