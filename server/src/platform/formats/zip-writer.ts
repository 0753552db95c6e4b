import { crc32 } from 'node:zlib'

/** File of an archive; its bytes are taken when it is its turn. */
export type ZipEntry = { name: string; at: Date; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/** Names are UTF-8, and sizes stand behind the bytes. */
const FLAGS = 0x0808
const VERSION = 20

/** Yields a ZIP archive of files as they come, without packing them; one file is in memory in portions only. */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let place = 0
  for await (const { name, at, bytes } of entries) {
    const path = Buffer.from(name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(VERSION, 4)
    head.writeUInt16LE(FLAGS, 6)
    writeTime(head, 10, at)
    head.writeUInt16LE(path.length, 26)
    yield Buffer.concat([head, path])
    let [sum, size] = [0, 0]
    for await (const part of bytes) {
      sum = crc32(part, sum)
      size += part.length
      yield part
    }
    const behind = Buffer.alloc(16)
    behind.writeUInt32LE(0x08074b50, 0)
    writeSizes(behind, 4, sum, size)
    yield behind
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(VERSION, 4)
    entry.writeUInt16LE(VERSION, 6)
    entry.writeUInt16LE(FLAGS, 8)
    writeTime(entry, 12, at)
    writeSizes(entry, 16, sum, size)
    entry.writeUInt16LE(path.length, 28)
    entry.writeUInt32LE(place, 42)
    directory.push(entry, path)
    place += head.length + path.length + size + behind.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(place, 16)
  yield Buffer.concat([all, end])
}

function writeSizes(into: Buffer, offset: number, sum: number, size: number): void {
  into.writeUInt32LE(sum, offset)
  into.writeUInt32LE(size, offset + 4)
  into.writeUInt32LE(size, offset + 8)
}

/** Writes a time as archives have it, to two seconds, UTC. */
function writeTime(into: Buffer, offset: number, at: Date): void {
  into.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), offset)
  const year = Math.max(0, at.getUTCFullYear() - 1980)
  into.writeUInt16LE((year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), offset + 2)
}
