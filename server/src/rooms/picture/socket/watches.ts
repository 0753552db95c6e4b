import type { Socket } from 'socket.io'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Watch, WatchedView } from '../../../platform/kernel/cluster/watched-view.ts'

/** A screen that does not say it took a frame gets no other of the kind. */
type Watching = { watch: Watch; view: WatchedView; wanted: unknown; looked: unknown; isUnderWay: boolean }

/** Watches of one client besides the picture; each kind has at most one frame under way. */
export class ClientWatches {
  readonly #socket: Socket
  readonly #all: Watching[]

  constructor(socket: Socket, watches: readonly Watch[], caller: Caller) {
    this.#socket = socket
    this.#all = watches.map((watch) => ({
      watch,
      view: watch.openView(caller),
      wanted: undefined,
      looked: null,
      isUnderWay: false,
    }))
    for (const one of this.#all)
      socket.on(one.watch.wish, (wanted: unknown) => {
        one.wanted = wanted
      })
  }

  /** Shows what another caller may see, from the beginning. */
  reopen(caller: Caller): void {
    for (const one of this.#all) {
      one.view = one.watch.openView(caller)
      if (one.looked !== null) one.view.look(one.looked)
    }
  }

  serve(now: number): void {
    for (const one of this.#all) {
      if (one.wanted !== undefined) this.#take(one)
      if (one.isUnderWay) continue
      const frame = one.view.nextFrame(now)
      if (frame === null) continue
      one.isUnderWay = true
      this.#socket.emit(one.watch.frame, frame, () => (one.isUnderWay = false))
    }
  }

  #take(one: Watching) {
    const wanted = one.wanted
    one.wanted = undefined
    const why = one.view.look(wanted)
    if (why === null) one.looked = wanted
    else this.#socket.emit('refused', { event: one.watch.wish, why })
  }
}
