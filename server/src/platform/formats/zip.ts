import { inflateRawSync } from 'node:zlib'
import { Unreadable } from '../kernel/files/unreadable.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const MOST_ENTRIES = 1000
/** Maximum unpacked size of all files of an archive, bytes. */
const LARGEST = 512 * 1024 * 1024

/**
 * Returns the files of a ZIP archive by name. Unpacks no more than declared and no more than fits, so a bomb stays
 * packed.
 */
export function filesIn(archive: Buffer): Map<string, () => Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== END)
    throw new Unreadable('This ZIP archive is damaged.')
  const count = archive.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) throw new Unreadable(`This ZIP archive holds more than ${MOST_ENTRIES} files.`)
  const files = new Map<string, () => Buffer>()
  let [at, left] = [archive.readUInt32LE(end + 16), LARGEST]
  for (let i = 0; i < count; i++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== ENTRY)
      throw new Unreadable('This ZIP archive is damaged.')
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))
    const entry = {
      isSealed: (archive.readUInt16LE(at + 8) & 1) === 1,
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    }
    left -= entry.size
    if (left < 0) throw new Unreadable('Unpacked, this ZIP archive is larger than 512 MB. Send its parts.')
    files.set(name, () => unpacked(archive, name, entry))
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

type Entry = { isSealed: boolean; method: number; packed: number; size: number; offset: number }

function unpacked(archive: Buffer, name: string, { isSealed, method, packed, size, offset }: Entry): Buffer {
  if (isSealed) throw new Unreadable(`${name} is encrypted. Send it without a password.`)
  if (offset + 30 > archive.length) throw new Unreadable('This ZIP archive is damaged.')
  const begins = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const bytes = archive.subarray(begins, begins + packed)
  if (method === 0 && packed === size && bytes.length === size) return Buffer.from(bytes)
  try {
    if (method !== 8) throw new RangeError()
    const whole = inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) })
    if (whole.length === size) return whole
  } catch {
    // Every fault gets the same error: the unpacked content is not what it claims.
  }
  throw new Unreadable(`${name} in this ZIP archive cannot be unpacked.`)
}
