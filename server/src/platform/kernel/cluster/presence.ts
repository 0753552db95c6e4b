/** Somebody whose screen is open, as far as others may count him. */
export type Present = { userId: string; isAdmin: boolean }

/** Users with open screens on any server of this installation; answered by the room that has the sockets. */
export class Presence {
  #ask: () => Promise<Present[]> = async () => []

  answer(ask: () => Promise<Present[]>): void {
    this.#ask = ask
  }
  /** One entry a screen. */
  screens(): Promise<Present[]> {
    return this.#ask()
  }
}
