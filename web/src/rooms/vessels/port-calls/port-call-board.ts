import type { CallState, PortCall } from '@samudra/contract/port-calls'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Step at which the board is queried again, so that it matches its figures. */
const STEP_MS = 5 * 60_000

export const BOARD_STATES = ['BERTHED', 'ANCHORED', 'EXPECTED', 'DEPARTED'] as const satisfies CallState[]
export type BoardState = (typeof BOARD_STATES)[number]

/** Texts shown where no vessel is in a state. */
export const EMPTY_TEXTS: Record<BoardState, string> = {
  BERTHED: 'No vessel is at a berth.',
  ANCHORED: 'No vessel is at anchor.',
  EXPECTED: 'No vessel is expected within 24 hours.',
  DEPARTED: 'No vessel left in the last 24 hours.',
}

/**
 * Returns the period of a state's query at `now`, epoch ms. Arrivals and departures cover the same day as the figures
 * of the port; present vessels have no limit.
 */
export function boardPeriod(state: BoardState, now: number): { from?: string; to?: string } {
  const at = Math.floor(now / STEP_MS) * STEP_MS
  const text = (ms: number) => new Date(ms).toISOString()
  if (state === 'EXPECTED') return { from: text(at - DAY / 2), to: text(at + DAY) }
  return state === 'DEPARTED' ? { from: text(at - DAY) } : {}
}

/** Sorts the board: the next expected call first; otherwise the last arrival or departure first. */
export const onBoard = (state: BoardState, calls: readonly PortCall[]): readonly PortCall[] =>
  state === 'EXPECTED'
    ? calls.toSorted((a, b) => instant(a.expected_at) - instant(b.expected_at))
    : state === 'DEPARTED'
      ? calls.toSorted((a, b) => instant(b.departed_at) - instant(a.departed_at))
      : calls

const instant = (at: string | null) => (at === null ? 0 : Date.parse(at))

/** When a call began, or is to begin; epoch ms. */
export const began = ({ entered_at, expected_at }: PortCall) => instant(entered_at ?? expected_at)
