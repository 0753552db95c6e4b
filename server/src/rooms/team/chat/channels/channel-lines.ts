/** Work on channels, one after the other for each channel, so that events leave in the order of its posts. */
export class ChannelLines {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(channelId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(channelId) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(channelId, mine)
    const forget = () => {
      if (this.#last.get(channelId) === mine) this.#last.delete(channelId)
    }
    mine.then(forget, forget)
    return mine
  }
}
