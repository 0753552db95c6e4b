import type { Palette } from '../../kit/theme/colour-palette.ts'
import type { ShipKey } from '../../map/workbench/workbench.store.ts'
import type { Rate } from '../../time/clock.store.ts'

/** The replay a window shows: its address names the period, `at` the instant at `saidAt`, both epoch ms. */
export type SharedClock = { link: string; at: number; reportedAt: number; rate: Rate; isPlaying: boolean }
/** What the windows of one user have in common when they wish; the clock is null while the sea is live. */
export type Shared = { clock: SharedClock | null; ship: ShipKey | null; palette: Palette }
type WindowMessage = { of: string; shared: Partial<Shared> | 'asked' }
/** The part of a channel that is used. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  addEventListener: (type: 'message', hear: (event: { data: WindowMessage }) => void) => void
}

/** One window among those of its user: tells what was changed in it, and takes over what was changed in others. */
export class SharedWindow {
  readonly #of: string
  readonly #channel: Channel
  readonly #read: () => Shared
  /** What comes from another window is not told back. */
  #isShowing = false

  constructor(userId: string, channel: Channel, read: () => Shared, show: (shared: Partial<Shared>) => void) {
    this.#of = userId
    this.#channel = channel
    this.#read = read
    channel.addEventListener('message', ({ data: { of, shared } }) => {
      if (of !== userId) return
      if (shared === 'asked') this.#answer(read())
      else this.quietly(() => show(shared))
    })
    this.#notify('asked')
  }

  /** To be called when somebody changed a part here. */
  changed(name: keyof Shared): void {
    if (!this.#isShowing) this.#notify({ [name]: this.#read()[name] })
  }

  /** Changes something without telling the others. */
  quietly(change: () => void): void {
    this.#isShowing = true
    try {
      change()
    } finally {
      this.#isShowing = false
    }
  }

  close(): void {
    this.#channel.close()
  }

  /** A window that opens a replay is not called back to the present by one that has not heard of it yet. */
  #answer({ clock, ...others }: Shared) {
    this.#notify(clock === null ? others : { clock, ...others })
  }
  #notify(shared: WindowMessage['shared']) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    this.#channel.postMessage({ of: this.#of, shared } satisfies WindowMessage)
  }
}
