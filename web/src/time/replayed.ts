import { create } from 'zustand'

/**
 * Loaded part of a replay: chunks in the format of `wire/replay-chunk.ts` by number. The fetching room stores them
 * here, drawing rooms read them.
 */
export type Replayed = {
  /** Names the replay; chunks of another one are of no use. */
  id: string
  from: number
  to: number
  chunkMs: number
  chunks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>
  /** Contents of one instant, until its chunk is loaded. */
  still: { at: number; bytes: Uint8Array<ArrayBuffer> } | null
}

export const useReplayed = create<{ replayed: Replayed | null; frame: Frame | null }>(() => ({
  replayed: null,
  frame: null,
}))

/** Contents of the drawn frame, published while the clock stands. */
export type Frame = { at: number; digest: string; contacts: number }

/** The chunk an instant lies in. */
export const chunkOf = (
  { from, to, chunkMs }: Pick<Replayed, 'from' | 'to' | 'chunkMs'>,
  at: number,
): number => Math.max(0, Math.min(Math.ceil((to - from) / chunkMs) - 1, Math.floor((at - from) / chunkMs)))
