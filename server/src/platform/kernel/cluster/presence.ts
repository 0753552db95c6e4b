/** User with an open screen, as far as others may count them. */
export type Present = { userId: string; isAdmin: boolean }

/** Users with open screens on any server of this installation, requested of the room that has the sockets. */
export class Presence {
  readonly #request: () => Promise<Present[][]>

  constructor(request: () => Promise<Present[][]>) {
    this.#request = request
  }
  /** One entry a screen. */
  async screens(): Promise<Present[]> {
    return (await this.#request()).flat()
  }
}
