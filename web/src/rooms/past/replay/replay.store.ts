import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import type { Bbox } from '@samudra/contract/kernel'
import type { Replay } from '@samudra/contract/replay'
import { create } from 'zustand'

/** Replay requested by the screen; times in epoch ms. */
export type ReplayQuery = {
  from: number
  to: number
  knowledge: Knowledge
  bbox: Bbox | null
  /** Instant after which arriving data is left out; null means what is known now. */
  knownBy: string | null
}

type State = {
  query: ReplayQuery | null
  /** The answer for the speed at hand; null before the first. */
  replay: Replay | null
  /** Why it cannot be shown, or not go on. */
  fault: string | null
  isFetching: boolean
}

export const useReplay = create<State>(() => ({ query: null, replay: null, fault: null, isFetching: false }))
