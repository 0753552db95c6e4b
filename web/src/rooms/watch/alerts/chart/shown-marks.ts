import { getAlertMarks } from '@samudra/contract/alert-marks'
import { now, onInstant, useClock } from '../../../../time/clock.store.ts'
import { call } from '../../../../wire/call.ts'
import { holdMarks, useMarks } from '../marks.store.ts'
import { NONE_SHOWN, useShownMarks } from './shown.store.ts'

/** A clock that plays is followed so often, and to this fine a step. */
const GATHER_MS = 1000
const STEP_MS = 10_000

let holders = 0
let stop = () => undefined as void
let waiting: ReturnType<typeof setTimeout> | undefined
let [requests, last] = [0, '']

function showNow() {
  if (useClock.getState().mode !== 'LIVE') return
  const { marks, isTruncated } = useMarks.getState()
  last = ''
  requests++
  useShownMarks.setState({ marks: [...marks.values()], isTruncated, isPast: false })
}

async function showPast() {
  const { mode } = useClock.getState()
  if (mode === 'LIVE') return
  // Of the instant itself: knowledge of alerts changes with each instant, not only with edits.
  const instant = mode === 'PLAYING' ? Math.floor(now() / STEP_MS) * STEP_MS : now()
  const at = new Date(instant).toISOString()
  if (at === last) return
  last = at
  const mine = ++requests
  try {
    const { items, truncated } = await call(getAlertMarks, { as_of: at })
    if (mine === requests) useShownMarks.setState({ marks: items, isTruncated: truncated, isPast: true })
  } catch {
    // Shown marks stay until the clock advances.
    if (mine === requests) last = ''
  }
}
const pastSoon = () => {
  waiting ??= setTimeout(() => {
    waiting = undefined
    void showPast()
  }, GATHER_MS)
}

/** Keeps the marks current while they are shown; returns a function that stops it. */
export function holdShownMarks(): () => void {
  if (holders++ === 0) {
    const stops = [
      holdMarks(),
      useMarks.subscribe(showNow),
      onInstant(pastSoon),
      useClock.subscribe((clock, before) => {
        if (clock.mode !== before.mode) {
          showNow()
          pastSoon()
        }
      }),
    ]
    showNow()
    void showPast()
    stop = () => stops.forEach((one) => one())
  }
  return () => {
    if (--holders > 0) return
    stop()
    clearTimeout(waiting)
    waiting = undefined
    requests++
    last = ''
    useShownMarks.setState({ ...NONE_SHOWN, filtering: useShownMarks.getState().filtering })
  }
}
