import { sextetOfText } from './sixbit.ts'

/** The bits of a message under construction, most significant first, six to a byte. */
export class BitWriter {
  readonly sextets: number[] = []
  bitLength = 0

  /** Two's complement for negative values; a value too large for the width keeps its low bits. */
  integer(value: number, width: number): this {
    for (let bit = width - 1; bit >= 0; bit--) {
      const at = this.bitLength % 6
      if (at === 0) this.sextets.push(0)
      const set = Math.floor(value / 2 ** bit) & 1
      this.sextets[this.sextets.length - 1]! |= set << (5 - at)
      this.bitLength++
    }
    return this
  }

  flag(value: boolean | null | undefined): this {
    return this.integer(value === true ? 1 : 0, 1)
  }

  /** Writes a text, cut to the field and padded with @ as M.1371 requires. */
  text(value: string | null | undefined, characters: number): this {
    const known = value ?? ''
    for (let i = 0; i < characters; i++) {
      this.integer(i < known.length ? sextetOfText(known.charCodeAt(i)) : 0, 6)
    }
    return this
  }
}
