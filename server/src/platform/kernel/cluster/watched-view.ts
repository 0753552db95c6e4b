import type { Caller } from '../http/caller.ts'

/** Something a screen may watch over the socket beside the picture: its own wish, its own frames. */
export interface Watch {
  /** Event by which a screen reports its view; null when it has none any more. */
  readonly wish: string
  /** The event of the frames. */
  readonly frame: string
  openView(caller: Caller): WatchedView
}

export interface WatchedView {
  /** Takes a wish; returns what is wrong with it, null when it fits. */
  look(raw: unknown): string | null
  /** Returns the changes since the frame before; null without any. */
  nextFrame(now: number): Uint8Array | null
}
