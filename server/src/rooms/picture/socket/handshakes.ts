const HANDSHAKES_A_MINUTE = 2400

/** Sockets opened by each address in a minute: enough for 200 screens that come back after a restart. */
export class Handshakes {
  #minute = 0
  readonly #counts = new Map<string, number>()
  isTooMany(address: string, now: number): boolean {
    const minute = Math.floor(now / 60_000)
    if (minute !== this.#minute) this.#counts.clear()
    this.#minute = minute
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count > HANDSHAKES_A_MINUTE
  }
}
