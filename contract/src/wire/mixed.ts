/** A hash of 32-bit words in two halves (the mixing of MurmurHash3, A. Appleby, x86, 32 bit), which begin apart. */
export class Mixed {
  #a = 0
  #b = 0

  constructor() {
    this.begin()
  }

  begin(): void {
    this.#a = 0x811c_9dc5
    this.#b = 0x0100_0193
  }

  add(word: number): void {
    let k = Math.imul(word, 0xcc9e_2d51)
    k = Math.imul((k << 15) | (k >>> 17), 0x1b87_3593)
    const [a, b] = [this.#a ^ k, this.#b ^ k]
    this.#a = (Math.imul((a << 13) | (a >>> 19), 5) + 0xe654_6b64) | 0
    this.#b = (Math.imul((b << 17) | (b >>> 15), 9) + 0x85eb_ca6b) | 0
  }

  get low(): number {
    return finished(this.#a)
  }
  get high(): number {
    return finished(this.#b)
  }

  /** Sixteen hexadecimal digits. */
  text(): string {
    return hexadecimal(this.low) + hexadecimal(this.high)
  }
}

function finished(value: number): number {
  let h = value ^ (value >>> 16)
  h = Math.imul(h, 0x85eb_ca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const hexadecimal = (value: number) => value.toString(16).padStart(8, '0')
