import { decodeFrame } from '@samudra/contract/wire/live-frame'
import { Held } from './held.ts'
import type { FromWorker } from './worker-words.ts'

export type Post = (message: FromWorker, transfer?: Transferable[]) => void

/** Takes the bytes of frames in order, holds the picture and posts what the page must change. */
export class PictureStore {
  private readonly post: Post
  private readonly onGap: () => void
  /** Midnight before the page opened: small enough for exact seconds in 32 bits for days. */
  private readonly held = new Held(Math.floor(Date.now() / 86_400_000) * 86_400_000)
  private lastSeq = -1
  private waitsForSnapshot = true
  /** Server time minus the time of this computer. */
  offsetMs = 0

  constructor(post: Post, onGap: () => void) {
    this.post = post
    this.onGap = onGap
  }

  /** After a new connection nothing but a snapshot may be believed. */
  expectSnapshot() {
    this.waitsForSnapshot = true
  }

  /** Nothing is drawn until the next patch. */
  clear() {
    const { epochMs } = this.held
    const patch = {
      reset: true,
      rows: 0,
      places: new Uint32Array(0),
      bytes: new ArrayBuffer(0),
      ids: new Uint32Array(0),
      named: [],
      longestStep: 0,
    }
    this.post({ say: 'patch', patch, epochMs })
    this.post({ say: 'counts', inView: 0, total: 0, byGroup: [] })
  }

  take(bytes: Uint8Array) {
    const frame = decodeFrame(bytes)
    const follows = frame.seq === this.lastSeq + 1
    if (!frame.snapshot && (this.waitsForSnapshot || !follows)) {
      if (!this.waitsForSnapshot) this.onGap()
      this.waitsForSnapshot = true
      return
    }
    this.waitsForSnapshot = false
    this.lastSeq = frame.seq
    const patch = this.held.apply(frame, Date.now() + this.offsetMs)
    this.post({ say: 'patch', patch, epochMs: this.held.epochMs }, [
      patch.places.buffer,
      patch.bytes,
      patch.ids.buffer,
    ])
    this.post({ say: 'counts', inView: frame.inView, total: frame.total, byGroup: [...this.held.byGroup] })
  }
}
