/**
 * Queue between rooms in one process: listeners of a topic are called in the order they subscribed, before `publish`
 * returns, so its publisher may reuse a batch. A listener that fails is reported and does not block the others.
 */
export class Bus<Topics extends Record<string, unknown>> {
  readonly #hearers = new Map<keyof Topics, ((payload: never) => void)[]>()
  readonly #report: (topic: string, error: unknown) => void

  constructor(report: (topic: string, error: unknown) => void) {
    this.#report = report
  }

  subscribe<T extends keyof Topics>(topic: T, hearer: (payload: Topics[T]) => void): void {
    const list = this.#hearers.get(topic) ?? []
    list.push(hearer)
    this.#hearers.set(topic, list)
  }

  publish<T extends keyof Topics>(topic: T, payload: Topics[T]): void {
    const list = this.#hearers.get(topic)
    if (list === undefined) return
    for (let i = 0; i < list.length; i++) {
      try {
        list[i]!(payload as never)
      } catch (error) {
        this.#report(String(topic), error)
      }
    }
  }
}
