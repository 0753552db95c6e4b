import { getAlertMarks, marksAfter, marksRead, NO_MARKS, type HeldMarks } from '@samudra/contract/alert-marks'
import { alertsChanged, type Alert } from '@samudra/contract/alerts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from '../../../wire/call.ts'
import { onResync } from '../../../wire/resync.ts'
import { onPush } from '../../../wire/transport.ts'
import { pushedAfter } from './list/pushed.ts'

type Marks = HeldMarks & {
  isRead: boolean
  /** True if there are more alerts than one answer returns. */
  isTruncated: boolean
  /** Whole alerts by id as last pushed, the latest `MOST_PUSHED`. */
  pushed: ReadonlyMap<string, Alert>
}
const NOTHING_HELD: Marks = { ...NO_MARKS, isRead: false, isTruncated: false, pushed: new Map() }
/** Alerts as they stand now: read by the top bar, the list, the map and the vessel page. */
export const useMarks = create<Marks>(() => NOTHING_HELD)
const MOST_PUSHED = 5000

type Hear = (before: HeldMarks, alerts: readonly Alert[]) => void
const hearers = new Set<Hear>()
let holders = 0
let stop = () => undefined as void
let requests = 0
/** Delay before alerts are requested again after a fault. */
const AGAIN_MS = 5000

async function readMarks(): Promise<void> {
  const mine = ++requests
  try {
    const { items, truncated } = await call(getAlertMarks, {})
    if (mine !== requests || holders === 0) return
    useMarks.setState((held) => ({ ...marksRead(held, items), isRead: true, isTruncated: truncated }))
  } catch {
    setTimeout(() => {
      if (mine === requests && holders > 0) void readMarks()
    }, AGAIN_MS)
  }
}

function hearAlerts(wire: string, raw: unknown) {
  if (wire !== alertsChanged.wire) return
  const reading = alertsChanged.payload(raw)
  if (!reading.ok) return
  const before = useMarks.getState()
  useMarks.setState({
    ...marksAfter(before, reading.value),
    pushed: pushedAfter(before.pushed, reading.value, MOST_PUSHED),
  })
  for (const hear of hearers) hear(before, reading.value)
}

/** Keeps the marks current while they are shown; returns a function that stops it. */
export function holdMarks(): () => void {
  if (holders++ === 0) {
    // A push may concern an alert that the user no longer sees.
    const again = () => {
      useMarks.setState({ pushed: new Map() })
      void readMarks()
    }
    const stops = [onPush(hearAlerts), onResync(again)]
    void readMarks()
    stop = () => stops.forEach((one) => one())
  }
  return () => {
    if (--holders > 0) return
    stop()
    requests++
    useMarks.setState(NOTHING_HELD)
  }
}

/** Calls `hear` with alerts while they are held, and with the marks before them. */
export function onAlerts(hear: Hear): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/** The same while a component is shown. */
export function useHeldMarks(): Marks {
  useEffect(holdMarks, [])
  return useMarks()
}
