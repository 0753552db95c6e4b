import { Button, Popover, TextInput } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { wallNow } from '../time/clock.ts'
import type { PlaybackAsked } from './playback-link.ts'
import { useAskPlayback } from './use-playback.ts'

const HOUR = 3_600_000
const LENGTHS = [
  ['Last hour', HOUR],
  ['Last 6 h', 6 * HOUR],
  ['Last 24 h', 24 * HOUR],
  ['Last 4 days', 96 * HOUR],
  ['Last 30 days', 720 * HOUR],
] as const
const MOST_MS = 366 * 24 * HOUR

/** A time as the form field wants it, UTC. */
const field = (t: number) => new Date(t).toISOString().slice(0, 16)
const read = (text: string) => Date.parse(`${text}Z`)

/** Which period is plotted. */
export function PeriodChoice({ asked }: { asked: PlaybackAsked }) {
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
          <PeriodForm key={`${asked.from} ${asked.to}`} asked={asked} onDone={() => setOpen(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function PeriodForm({ asked, onDone }: { asked: PlaybackAsked; onDone: () => void }) {
  const ask = useAskPlayback()
  const [from, setFrom] = useState(field(asked.from))
  const [to, setTo] = useState(field(asked.to))
  const why = faultOf(read(from), read(to))
  function show(begin: number, end: number) {
    ask({ from: begin, to: end })
    onDone()
  }
  return (
    <form
      className="playback-period"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === null) show(read(from), read(to))
      }}
    >
      <div className="playback-buttons">
        {LENGTHS.map(([label, length]) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => {
              const end = Math.floor(wallNow() / 60_000) * 60_000
              show(end - length, end)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <TextInput
        size="xs"
        type="datetime-local"
        label="From (UTC)"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="datetime-local"
        label="To (UTC)"
        value={to}
        error={why}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={why !== null}>
        Show
      </Button>
    </form>
  )
}

function faultOf(from: number, to: number): string | null {
  if (Number.isNaN(from) || Number.isNaN(to)) return 'Give both times.'
  if (from >= to) return 'The end lies before the beginning; exchange them.'
  return to - from > MOST_MS ? 'Plot a year at most.' : null
}
