import type { Palette } from '../../kit/theme/colour-palette.ts'
import type { ShipKey } from '../../map/workbench/workbench.store.ts'
import type { Rate } from '../../time/clock.store.ts'

/** The replay a window shows: its address names the period, `at` the instant at `saidAt`, both epoch ms. */
export type SharedClock = { link: string; at: number; reportedAt: number; rate: Rate; isPlaying: boolean }
/** State that the windows of one user share if the user wishes; the clock is null while the picture is live. */
export type Shared = { clock: SharedClock | null; ship: ShipKey | null; palette: Palette }
type WindowMessage = { of: string; shared: Partial<Shared> | 'asked' }
/** The part of a channel that is used. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  addEventListener: (type: 'message', hear: (event: { data: WindowMessage }) => void) => void
}

/** Window among those of its user: sends its changes and applies the changes of others. */
export class SharedWindow {
  readonly #of: string
  readonly #channel: Channel
  readonly #read: () => Shared
  /** True while a change from another window is applied, so that it is not sent back. */
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

  /** Reports that the user changed a part in this window. */
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

  /**
   * Answers without the live clock, so that a window opening a replay is not reset to live by one that does not know
   * it yet.
   */
  #answer({ clock, ...others }: Shared) {
    this.#notify(clock === null ? others : { clock, ...others })
  }
  #notify(shared: WindowMessage['shared']) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    this.#channel.postMessage({ of: this.#of, shared } satisfies WindowMessage)
  }
}
