import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import { create } from 'zustand'
import { wallNow } from './server-clock.ts'

/** Replayed seconds a second. */
export const RATES = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] as const
export type Rate = (typeof RATES)[number]
/** Epoch ms; `to` is the last instant that may be shown. */
export type Period = { from: number; to: number }
export type ClockMode = 'LIVE' | 'FIXED' | 'PLAYING'

export type Clock = {
  mode: ClockMode
  /** The instant shown when `since` (performance.now()) was; meaningless while live. */
  at: number
  since: number
  rate: Rate
  period: Period
  isLooping: boolean
  /** Instant up to which data are loaded; a playing clock waits there. */
  horizon: number
  /** The state of knowledge that editable objects are read by; undefined reads what is known now. */
  asOf: string | undefined
  /** Knowledge shown for the past: as known then, or as known now. */
  knowledge: Knowledge
  /** Counter that grows each time the user sets the clock; waiting and resuming do not count. */
  settings: number
}

/** Milliseconds between checks of a playing clock for the end of its period. */
export const BEAT_MS = 100

/**
 * Clock of the whole application: live, standing at an instant, or playing a period. Picture, tracks, objects and
 * weather are shown for its instant.
 */
export const useClock = create<Clock>(() => ({
  mode: 'LIVE',
  at: 0,
  since: 0,
  rate: 60,
  period: { from: 0, to: 0 },
  isLooping: false,
  horizon: Infinity,
  asOf: undefined,
  knowledge: 'AS_KNOWN',
  settings: 0,
}))

/** Epoch ms of the instant shown: server time while live. */
export function now(): number {
  const { mode, at, since, rate, period, horizon } = useClock.getState()
  if (mode === 'LIVE') return wallNow()
  if (mode === 'FIXED') return at
  const reached = at + (performance.now() - since) * rate
  return Math.min(reached, period.to, Math.max(horizon, at))
}

/** Returns whether the clock only waits for data. */
export function isWaiting(): boolean {
  const { mode, at, since, rate, period, horizon } = useClock.getState()
  if (mode !== 'PLAYING' || horizon >= period.to) return false
  return at + (performance.now() - since) * rate >= horizon
}

const clamped = (at: number, { from, to }: Period) => Math.max(from, Math.min(to, at))
const anchor = (at = now()) => ({ at, since: performance.now() })
const set = (change: Partial<Clock>) =>
  useClock.setState(({ settings }) => ({ ...change, settings: settings + 1 }))

let beat: ReturnType<typeof setInterval> | undefined

function keepBeat() {
  clearInterval(beat)
  if (useClock.getState().mode !== 'PLAYING') return
  beat = setInterval(() => {
    const { period, isLooping } = useClock.getState()
    if (now() >= period.to) {
      if (isLooping) set(anchor(period.from))
      else pause()
    }
    // The time is read once: at 3,600 times a second two reads would differ.
    const at = now()
    for (const hear of hearers) hear(at)
  }, BEAT_MS)
}

/** Leaves the present for a period; the clock stands at its beginning unless an instant is named. */
export function showPeriod(period: Period, at = period.from) {
  const mode = useClock.getState().mode === 'PLAYING' ? 'PLAYING' : 'FIXED'
  set({ mode, period, horizon: Infinity, ...anchor(clamped(at, period)) })
  keepBeat()
}

/** Back to the present. */
export function goLive() {
  set({ mode: 'LIVE', horizon: Infinity, asOf: undefined })
  keepBeat()
}

export function play() {
  const { mode, period } = useClock.getState()
  if (mode !== 'FIXED') return
  // Played to its end, a period begins again.
  const at = now() >= period.to ? period.from : now()
  set({ mode: 'PLAYING', ...anchor(at) })
  keepBeat()
}

export function pause() {
  if (useClock.getState().mode !== 'PLAYING') return
  set({ mode: 'FIXED', ...anchor() })
  keepBeat()
}

/** Shows another instant of the period; a playing clock plays on from there. */
export function seek(at: number) {
  const { mode, period } = useClock.getState()
  if (mode === 'LIVE') return
  set({ ...anchor(clamped(at, period)), horizon: Infinity })
}

/** Steps by a time, and stands there. */
export function step(ms: number) {
  pause()
  seek(now() + ms)
}

export function setRate(rate: Rate) {
  set({ rate, ...anchor() })
}

/** The next faster rate, or the next slower one. */
export function changeRate(by: 1 | -1) {
  const at = RATES.indexOf(useClock.getState().rate) + by
  setRate(RATES[Math.max(0, Math.min(RATES.length - 1, at))]!)
}

export const setLooping = (isLooping: boolean) => useClock.setState({ isLooping })
export const setKnowledge = (knowledge: Knowledge, asOf: string | undefined) =>
  useClock.setState({ knowledge, asOf })

/** Sets the instant up to which the picture is available. The clock waits there and resumes without a jump. */
export function setHorizon(horizon: number) {
  if (useClock.getState().horizon === horizon) return
  useClock.setState({ ...(useClock.getState().mode === 'PLAYING' ? anchor() : {}), horizon })
}

/** Returns the parameters of reads of edited objects: none unless an earlier instant is shown. */
export function asOfParameters(): { as_of?: string } {
  const { asOf } = useClock.getState()
  return asOf === undefined ? {} : { as_of: asOf }
}

/** Returns the parameters of reads of contacts: none while live, else the instant shown. */
export function pastParameters(): { as_of?: string; knowledge?: Knowledge } {
  const { mode, knowledge } = useClock.getState()
  return mode === 'LIVE' ? {} : { as_of: new Date(now()).toISOString(), knowledge }
}

/** Calls when another state of knowledge is to be read. Returns how to stop. */
export const onKnowledge = (hear: () => void): (() => void) =>
  useClock.subscribe((state, before) => {
    if (state.asOf !== before.asOf) hear()
  })

const hearers = new Set<(at: number) => void>()

/** Calls ten times a second while the clock plays, and whenever it is set; not while live. Returns how to stop. */
export function onInstant(hear: (at: number) => void): () => void {
  hearers.add(hear)
  const stop = useClock.subscribe((state, before) => {
    if (state.mode !== 'LIVE' && state.settings !== before.settings) hear(now())
  })
  return () => {
    hearers.delete(hear)
    stop()
  }
}
