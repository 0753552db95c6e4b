/** Returns the bytes of a part without its transfer encoding. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  return encoding === 'quoted-printable' ? decodeQuoted(bytes) : bytes
}

const hex = (code: number | undefined) => {
  if (code === undefined) return -1
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Returns quoted-printable bytes decoded; what is no code stays as it is. */
function decodeQuoted(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length)
  let to = 0
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]!
    if (code !== 61) {
      out[to++] = code
      continue
    }
    let end = at + 1
    while (bytes[end] === 32 || bytes[end] === 9 || bytes[end] === 13) end++
    if (bytes[end] === 10 || end >= bytes.length) {
      at = end
      continue
    }
    const [high, low] = [hex(bytes[at + 1]), hex(bytes[at + 2])]
    if (high < 0 || low < 0) out[to++] = code
    else {
      out[to++] = high * 16 + low
      at += 2
    }
  }
  return out.subarray(0, to)
}

/** Yields the decoded bytes of a part as they come, from one place to before another. */
export async function* decodedStream(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  { from = 0, to = Infinity }: { from?: number; to?: number } = {},
): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const part of decodedParts(bytes, encoding)) {
    const [begin, end] = [Math.max(0, from - at), Math.min(part.length, to - at)]
    at += part.length
    if (begin < end) yield part.subarray(begin, end)
    if (at >= to) return
  }
}

async function* decodedParts(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of bytes) {
    if (encoding !== 'base64' && encoding !== 'quoted-printable') {
      yield Buffer.from(part)
      continue
    }
    const whole = Buffer.concat([rest, part])
    const [ready, left] = encoding === 'base64' ? base64Cut(whole) : quotedCut(whole)
    rest = left
    yield decodeTransfer(ready, encoding)
  }
  if (rest.length > 0) yield decodeTransfer(rest, encoding)
}

/** Cuts before the last letters that make no whole group of four. */
function base64Cut(bytes: Buffer): [Buffer, Buffer] {
  const letters = Buffer.from(bytes.toString('latin1').replaceAll(/[^A-Za-z0-9+/=_-]+/g, ''), 'latin1')
  const whole = letters.length - (letters.length % 4)
  return [letters.subarray(0, whole), letters.subarray(whole)]
}
/** Cuts after the last line, so that no code is divided. */
function quotedCut(bytes: Buffer): [Buffer, Buffer] {
  const end = bytes.lastIndexOf(10) + 1
  return [bytes.subarray(0, end), bytes.subarray(end)]
}
