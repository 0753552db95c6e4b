import { Select } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconRepeat,
} from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { useSettings } from '../kit/settings.ts'
import { When } from '../kit/text/When.tsx'
import { whenText } from '../kit/text/when-text.ts'
import { useInstant } from './clock.ts'
import {
  BEAT_MS,
  changeRate,
  isWaiting,
  pause,
  play,
  RATES,
  seek,
  setLooping,
  setRate,
  step,
  useClock,
  type Rate,
} from './clock.store.ts'
import { DaysInFiles } from './DaysInFiles.tsx'
import './timeline.css'

/** Mark on the scrubber; a click moves there. */
export type TimelineMark = { at: number; label: string; kind: 'event' | 'gap' | 'bookmark' | 'alert' }

type Props = {
  marks?: readonly TimelineMark[]
  /** Number of received fixes in equal parts of the period, drawn behind the scrubber. */
  density?: readonly number[]
  /** Handler of the step buttons; set to step fix by fix. */
  onStep?: (by: 1 | -1) => void
  /** Controls at the right: leave, bookmark, export. */
  children?: ReactNode
}

const STEP_MS = 60_000

/** Plays, steps and scrubs the one clock through its period. Keys: Space, comma and full stop, brackets. */
export function Timeline({ marks = [], density = [], onStep, children }: Props) {
  const at = useInstant(BEAT_MS)
  const { period, mode } = useClock()
  const stepBy = onStep ?? ((by: 1 | -1) => step(by * STEP_MS))
  useTimelineKeys(stepBy)
  return (
    <>
      <DaysInFiles />
      <section className="timeline" aria-label="Replay controls" data-waiting={isWaiting() || undefined}>
        <div className="timeline-buttons">
          <button type="button" aria-label="Step back" title="Step back (,)" onClick={() => stepBy(-1)}>
            <IconPlayerSkipBackFilled size={15} aria-hidden />
          </button>
          <button
            type="button"
            className="timeline-play"
            aria-label={mode === 'PLAYING' ? 'Pause' : 'Play'}
            title={mode === 'PLAYING' ? 'Pause (Space)' : 'Play (Space)'}
            onClick={() => (mode === 'PLAYING' ? pause() : play())}
          >
            {mode === 'PLAYING' ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
          </button>
          <button type="button" aria-label="Step forward" title="Step forward (.)" onClick={() => stepBy(1)}>
            <IconPlayerSkipForwardFilled size={15} aria-hidden />
          </button>
        </div>
        <RateChoice />
        <LoopButton />
        <div className="timeline-middle">
          <div className="timeline-times">
            <When at={period.from} />
            <strong className="timeline-now">
              <When at={at} />
            </strong>
            <When at={period.to} />
          </div>
          <Scrubber at={at} marks={marks} density={density} />
        </div>
        {children !== undefined && <div className="timeline-more">{children}</div>}
      </section>
    </>
  )
}

function RateChoice() {
  const rate = useClock((state) => state.rate)
  return (
    <Select
      className="timeline-rate"
      aria-label="Speed of the replay"
      title="Speed ([ and ])"
      data={RATES.map((one) => ({ value: String(one), label: `${one}×` }))}
      value={String(rate)}
      onChange={(value) => value !== null && setRate(Number(value) as Rate)}
      allowDeselect={false}
      size="xs"
      comboboxProps={{ position: 'top-start' }}
    />
  )
}

function LoopButton() {
  const isLooping = useClock((state) => state.isLooping)
  return (
    <button
      type="button"
      className="timeline-loop"
      aria-pressed={isLooping}
      aria-label="Repeat the period"
      title="Repeat the period"
      onClick={() => setLooping(!isLooping)}
    >
      <IconRepeat size={16} aria-hidden />
    </button>
  )
}

/** Shows a slider for the period, in seconds, with the amount received below it and the marks above it. */
function Scrubber({ at, marks, density }: { at: number } & Required<Pick<Props, 'marks' | 'density'>>) {
  const period = useClock((state) => state.period)
  const horizon = useClock((state) => state.horizon)
  const settings = useSettings()
  const share = (instant: number) =>
    Math.max(0, Math.min(100, (100 * (instant - period.from)) / Math.max(1, period.to - period.from)))
  const ready = share(Math.min(horizon, period.to))
  return (
    <div className="scrubber">
      <Density parts={density} />
      <div className="scrubber-rail" aria-hidden>
        <i className="scrubber-ready" style={{ width: `${ready}%` }} />
        <i className="scrubber-done" style={{ width: `${share(at)}%` }} />
      </div>
      <input
        type="range"
        aria-label="Instant shown"
        data-at={at}
        aria-valuetext={`${whenText(at, settings)} ${settings['datetime.zone']}`}
        min={0}
        max={Math.max(1, Math.round((period.to - period.from) / 1000))}
        step={1}
        value={Math.round((at - period.from) / 1000)}
        onChange={({ currentTarget }) => seek(period.from + Number(currentTarget.value) * 1000)}
      />
      {marks.map((mark) => (
        <button
          key={`${mark.kind} ${mark.at} ${mark.label}`}
          type="button"
          className="scrubber-mark"
          data-kind={mark.kind}
          style={{ left: `${share(mark.at)}%` }}
          title={`${mark.label} · ${whenText(mark.at, settings)}`}
          aria-label={`Go to ${mark.label}`}
          onClick={() => seek(mark.at)}
        />
      ))}
    </div>
  )
}

function Density({ parts }: { parts: readonly number[] }) {
  const most = Math.max(1, ...parts)
  if (parts.length === 0) return null
  const points = parts.map((part, i) => `${i},${20 - (19 * part) / most} ${i + 1},${20 - (19 * part) / most}`)
  return (
    <svg
      className="scrubber-density"
      viewBox={`0 0 ${parts.length} 20`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,20 ${points.join(' ')} ${parts.length},20`} />
    </svg>
  )
}

/** Handles the timeline keys; they are inactive while the user types, or presses a button with the space bar. */
function useTimelineKeys(stepBy: (by: 1 | -1) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : actionOf(event, stepBy)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [stepBy])
}

function actionOf({ key, target }: KeyboardEvent, stepBy: (by: 1 | -1) => void): (() => void) | undefined {
  const on = target instanceof HTMLElement ? target : document.body
  if (on.matches('input:not([type="range"], [type="radio"]), textarea, select, [contenteditable]'))
    return undefined
  if (on.closest('[role="dialog"], [role="listbox"]') !== null) return undefined
  switch (key) {
    case ' ':
      if (on.matches('button, a, [role="button"], summary, [role="option"]')) return undefined
      return () => (useClock.getState().mode === 'PLAYING' ? pause() : play())
    case ',':
      return () => stepBy(-1)
    case '.':
      return () => stepBy(1)
    case '[':
      return () => changeRate(-1)
    case ']':
      return () => changeRate(1)
    default:
      return undefined
  }
}
