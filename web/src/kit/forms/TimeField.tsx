import { Popover, TextInput, type MantineSize } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { wallNow } from '../../time/server-clock.ts'
import { useSettings } from '../settings.ts'
import { readTime, timeText, UNREADABLE, wholeMinute } from '../text/time-text.ts'
import { agoText, whenText } from '../text/when-text.ts'
import './time-field.css'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Steps of the arrow keys and of the buttons under the field. */
const STEPS = [
  ['−1 d', -DAY],
  ['−1 h', -HOUR],
  ['−10 min', -10 * MINUTE],
  ['+10 min', 10 * MINUTE],
  ['+1 h', HOUR],
  ['+1 d', DAY],
] as const
const KEYS: Record<string, number> = { ArrowUp: MINUTE, ArrowDown: -MINUTE, PageUp: DAY, PageDown: -DAY }

/**
 * A time in the zone and format of the user, typed in any of the ways of `readTime` or stepped by keys and buttons. Epoch
 * ms; null when it is empty, NaN while what is typed is no time.
 */
export function TimeField(props: {
  label?: string
  'aria-label'?: string
  value: number | null
  onChange: (at: number | null) => void
  error?: string | null | undefined
  description?: string
  size?: MantineSize
  required?: boolean
}) {
  const { value, onChange, error, required = false, ...field } = props
  const style = useSettings()
  const [typed, setTyped] = useState<{ text: string; at: number | null } | null>(null)
  const [isIn, setIn] = useState(false)
  const isOurs = typed !== null && Object.is(typed.at, value)
  const written = value === null || Number.isNaN(value) ? '' : timeText(value, style)
  const isWrong = value !== null && Number.isNaN(value)
  const type = (text: string) => {
    const at = text.trim() === '' ? null : readTime(text, style, wallNow())
    setTyped({ text, at })
    onChange(at)
  }
  const step = (by: number) => {
    const from = value === null || isWrong ? wholeMinute(wallNow()) : value
    setTyped(null)
    onChange(from + by)
  }
  const press = (event: KeyboardEvent) => {
    const by = KEYS[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(event.shiftKey && event.key.startsWith('Arrow') ? by * 60 : by)
  }
  return (
    <Popover
      opened={isIn}
      // What is wrong stands below the field, and is to be read.
      position={error == null ? 'bottom-start' : 'top-start'}
      shadow="md"
      returnFocus={false}
      withRoles={false}
      width={310}
    >
      <Popover.Target>
        <TextInput
          {...field}
          withAsterisk={false}
          aria-required={required || undefined}
          className="time-field figures"
          placeholder="0830, -2h, now"
          autoComplete="off"
          spellCheck={false}
          rightSection={<span className="time-zone">{style['datetime.zone']}</span>}
          rightSectionWidth={38}
          rightSectionPointerEvents="none"
          error={error ?? (isWrong && !isIn ? UNREADABLE : undefined)}
          value={isOurs ? typed.text : written}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          onFocus={() => setIn(true)}
          onBlur={() => {
            setIn(false)
            if (!isWrong) setTyped(null)
          }}
        />
      </Popover.Target>
      {/* The field keeps the focus while its buttons are pressed. */}
      <Popover.Dropdown className="time-under" onMouseDown={(event) => event.preventDefault()}>
        <Reading value={value} />
        <div className="time-steps">
          {STEPS.map(([label, by]) => (
            <button key={label} type="button" tabIndex={-1} onClick={() => step(by)}>
              {label}
            </button>
          ))}
        </div>
        <div className="time-steps">
          <button type="button" tabIndex={-1} onClick={() => type('now')}>
            Now
          </button>
          <button type="button" tabIndex={-1} onClick={() => type('today 0000')}>
            Today 00:00
          </button>
          <button type="button" tabIndex={-1} onClick={() => type('yesterday 0000')}>
            Yesterday 00:00
          </button>
          {!required && (
            <button type="button" tabIndex={-1} onClick={() => type('')}>
              None
            </button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Reading of the field: by the user's time zone, by UTC, and relative to now. */
function Reading({ value }: { value: number | null }) {
  const style = useSettings()
  if (value === null)
    return <p className="time-reading">Not a time. Enter one like 0830, -2h or 220830Z NOV.</p>
  if (Number.isNaN(value)) return <p className="time-reading">{UNREADABLE}</p>
  const away = (value - wallNow()) / 1000
  const zone = style['datetime.zone']
  return (
    <p className="time-reading figures" role="status">
      <b>
        {whenText(value, style)} {zone}
      </b>
      <br />
      {zone !== 'UTC' && `${timeText(value, { ...style, 'datetime.zone': 'UTC' })} UTC · `}
      {away > 0 ? `in ${agoText(away)}` : `${agoText(-away)} ago`}
    </p>
  )
}
