import { create } from 'zustand'

/**
 * What is replayed, as far as it is at hand: chunks in the form of `wire/replay-chunk.ts` by their number. Who fetches
 * them puts them here, who draws takes them.
 */
export type Replayed = {
  /** Names the replay; chunks of another one are of no use. */
  id: string
  from: number
  to: number
  chunkMs: number
  chunks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>
  /** What one instant shows, until the chunk it lies in is at hand. */
  still: { at: number; bytes: Uint8Array<ArrayBuffer> } | null
}

export const useReplayed = create<{ replayed: Replayed | null; frame: Frame | null }>(() => ({
  replayed: null,
  frame: null,
}))

/** What the frame that is drawn shows, told while the clock stands. */
export type Frame = { at: number; digest: string; contacts: number }

/** The chunk an instant lies in. */
export const chunkOf = (
  { from, to, chunkMs }: Pick<Replayed, 'from' | 'to' | 'chunkMs'>,
  at: number,
): number => Math.max(0, Math.min(Math.ceil((to - from) / chunkMs) - 1, Math.floor((at - from) / chunkMs)))
