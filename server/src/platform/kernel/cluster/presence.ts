/** Somebody whose screen is open, as far as others may count him. */
export type Present = { userId: string; isAdmin: boolean }

/** Whose screens are open now, at any server of this installation; the room that has the sockets answers. */
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
