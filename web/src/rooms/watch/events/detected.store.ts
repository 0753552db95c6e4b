import { DETECTED_TYPES } from '@samudra/contract/event-types'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import { useEffect } from 'react'
import { useClock } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'
import { onResync } from '../../../wire/resync.ts'
import { onPush, serverNow } from '../../../wire/transport.ts'
import { useDetected, type Detected } from './detected-open.store.ts'

/** So far back, and so many at most, are shown beside what was reported. */
export const SHOWN_HOURS = 24
const MOST = 500
/** Time in which successive changes are gathered and requested together. */
const GATHER_MS = 1000
/** Interval at which events older than a day are removed, ms. */
const AGE_MS = 300_000

let holders = 0
let stop = () => undefined as void
let waiting: ReturnType<typeof setTimeout> | undefined
let asking = 0

export async function readDetected(): Promise<void> {
  const mine = ++asking
  const { asOf } = useClock.getState()
  const to = asOf === undefined ? serverNow() : Date.parse(asOf)
  try {
    const { items, total } = await call(getFilteredVesselEvents, {
      types: [...DETECTED_TYPES],
      from: new Date(to - SHOWN_HOURS * 3_600_000).toISOString(),
      ...(asOf === undefined ? {} : { to: asOf }),
      limit: MOST,
    })
    if (mine !== asking) return
    const rows = items.filter(({ detector }) => detector !== null)
    useDetected.setState({
      rows,
      byId: new Map(rows.map((one) => [one.id, one])),
      total,
      isRead: true,
      fault: null,
    })
  } catch (error) {
    if (mine === asking) useDetected.setState({ fault: (error as Error).message })
  }
}

function readSoon() {
  waiting ??= setTimeout(() => {
    waiting = undefined
    void readDetected()
  }, GATHER_MS)
}

/** Keeps the detections current while they are shown; returns a function that stops it. */
export function holdDetected(): () => void {
  if (holders++ === 0) {
    void readDetected()
    const timer = setInterval(readSoon, AGE_MS)
    const stops = [
      onPush((wire) => {
        if (wire === ruleResultsChanged.wire) readSoon()
      }),
      onResync(readSoon),
      useClock.subscribe((now, before) => {
        if (now.asOf !== before.asOf) readSoon()
      }),
      () => clearInterval(timer),
    ]
    stop = () => stops.forEach((one) => one())
  }
  return () => {
    if (--holders > 0) return
    stop()
    clearTimeout(waiting)
    waiting = undefined
  }
}

/** The same while a component is shown. */
export function useHeldDetected(): Detected {
  useEffect(holdDetected, [])
  return useDetected()
}
