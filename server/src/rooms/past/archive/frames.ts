import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** Frames of a backup file: 4 bytes of length, big endian, then as many bytes; an empty frame ends a table. */
const LARGEST = 64 * 1024 * 1024

export async function writeFrame(to: Writable, bytes: Uint8Array): Promise<void> {
  // A stream that failed before, on a full disk for example, would never report it again.
  if (to.errored !== null) throw to.errored
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes.length)
  to.write(head)
  if (!to.write(bytes)) await once(to, 'drain')
}

/** Reads frames; throws when the stream ends inside one. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)
  constructor(from: Readable) {
    this.#chunks = from[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** The next frame, null at the end of the file. */
  async next(): Promise<Buffer | null> {
    if (!(await this.#fill(4))) {
      if (this.#held.length > 0) throw new Error('the file is cut short')
      return null
    }
    const size = this.#held.readUInt32BE(0)
    if (size > LARGEST) throw new Error('the length of a part is damaged')
    if (!(await this.#fill(4 + size))) throw new Error('the file is cut short')
    const frame = this.#held.subarray(4, 4 + size)
    this.#held = this.#held.subarray(4 + size)
    return frame
  }

  async #fill(size: number): Promise<boolean> {
    const parts = [this.#held]
    let held = this.#held.length
    while (held < size) {
      const { value, done } = await this.#chunks.next()
      if (done === true) break
      parts.push(value)
      held += value.length
    }
    if (parts.length > 1) this.#held = Buffer.concat(parts)
    return held >= size
  }
}
