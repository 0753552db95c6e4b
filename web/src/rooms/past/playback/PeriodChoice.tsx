import { Form } from '../../../kit/forms/Form.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { periodFault, wholeMinute } from '../../../kit/text/time-text.ts'
import { Button, Popover } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { wallNow } from '../../../time/clock.ts'
import type { PlaybackQuery } from './playback-link.ts'
import { usePlaybackQuery } from './use-playback.ts'

const HOUR = 3_600_000
const LENGTHS = [
  ['Last hour', HOUR],
  ['Last 6 h', 6 * HOUR],
  ['Last 24 h', 24 * HOUR],
  ['Last 4 days', 96 * HOUR],
  ['Last 30 days', 720 * HOUR],
] as const
const MOST = { ms: 366 * 24 * HOUR, why: 'Choose at most one year.' }

/** Which period is plotted. */
export function PeriodChoice({ query: request }: { query: PlaybackQuery }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconCalendarTime size={13} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Period
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <PeriodForm key={`${request.from} ${request.to}`} query={request} onDone={() => setOpen(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function PeriodForm({ query: request, onDone }: { query: PlaybackQuery; onDone: () => void }) {
  const ask = usePlaybackQuery()
  const [from, setFrom] = useState<number | null>(request.from)
  const [to, setTo] = useState<number | null>(request.to)
  const why = periodFault(from, to, MOST)
  function show(begin: number, end: number) {
    ask({ from: begin, to: end })
    onDone()
  }
  return (
    <Form
      className="playback-period"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === null && from !== null && to !== null) show(from, to)
      }}
    >
      <div className="playback-buttons">
        {LENGTHS.map(([label, length]) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => {
              const end = wholeMinute(wallNow())
              show(end - length, end)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <TimeField size="xs" label="From" required value={from} onChange={setFrom} />
      <TimeField size="xs" label="To" required value={to} error={why} onChange={setTo} />
      <Button type="submit" size="xs" disabled={why !== null}>
        Show
      </Button>
    </Form>
  )
}
