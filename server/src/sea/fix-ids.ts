/** Gives fixes their ids: above every id that was given, and by their time of arrival. */
export class FixIds {
  #last: number
  constructor(last = 0) {
    this.#last = last
  }
  next(recTime: number): number {
    return (this.#last = Math.max(this.#last + 1, Math.floor(recTime) * 1024))
  }
  /** Another process has given ids up to this one. */
  goOnFrom(id: number): void {
    if (id > this.#last) this.#last = id
  }
}
