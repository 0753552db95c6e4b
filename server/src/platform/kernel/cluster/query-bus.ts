type Query = (...parameters: never[]) => unknown

/**
 * Queries between the rooms of one process. A room that holds an answer subscribes as it opens; the room that requests
 * it knows none of those.
 */
export class QueryBus<Queries extends Record<string, Query>> {
  readonly #answers = new Map<keyof Queries, Query[]>()

  subscribe<Name extends keyof Queries>(query: Name, answer: Queries[Name]): void {
    this.#answers.set(query, [...(this.#answers.get(query) ?? []), answer])
  }

  /** Returns the answers of all subscribers, in the order of subscription; rejects when one fails. */
  request<Name extends keyof Queries>(
    query: Name,
    ...parameters: Parameters<Queries[Name]>
  ): Promise<Awaited<ReturnType<Queries[Name]>>[]> {
    const answers = (this.#answers.get(query) ?? []) as ((...given: unknown[]) => ReturnType<Queries[Name]>)[]
    return Promise.all(answers.map(async (answer) => answer(...parameters)))
  }
}
