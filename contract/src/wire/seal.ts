/**
 * Seals bodies so that only the browser's worker and the server can read or write them. Each is bound to method,
 * address, user, token and time. Does not replace TLS. Uses WebCrypto only, so it runs in Node and in browsers. Keys:
 * master = HKDF-SHA-256(ECDH(ce, S) || ECDH(ce, se), salt = SHA-256(lp('ifc-env-v1', kid, cpk, spk))). Next: root =
 * HKDF(master, salt = SHA-256(token), info = lp('root', user)). Next: key = HKDF(root, salt = rid, info = lp('key',
 * direction, method, path, user, SHA-256(token), timestamp)). Body: 'I' 'E' 1 flags u32 chunk size, then chunks of
 * AES-256-GCM; nonce = 0^7 || u32 chunk || last. Standards: P-256 (FIPS 186-5), HKDF (RFC 5869), AES-GCM (SP 800-38D).
 * The chunks are the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizar (2015). Integers are big endian. lp
 * puts a u32 length before every field.
 */
export type Bytes = Uint8Array<ArrayBuffer>
/** A CryptoKey, under the name both Node and browsers have a type for. */
export type WireKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

export const WIRE_TYPE = 'application/vnd.ifc.env'
/** The same records in the clear, where the wire is not sealed. */
export const CLEAR_TYPE = 'application/vnd.ifc.clear'
export const CHUNK_BYTES = 1 << 20
export const HEADER_BYTES = 8
export const RID_BYTES = 16
export const TAG_BYTES = 16
/** Bits of the flags: the text is gzipped; a record (u32 length, JSON) comes before further bytes. */
export const FLAG = { gzip: 1, record: 2 } as const
/** A timestamp may be off by so much, milliseconds. */
export const WINDOW_MS = 120_000

const LARGEST_CHUNK = 4 << 20
const text = new TextEncoder()

/** A body that is not what was sealed for this exchange; the same for every cause. */
export class BadEnvelope extends Error {
  constructor() {
    super('The message could not be decrypted.')
    this.name = 'BadEnvelope'
  }
}

/** Context that a message is bound to, besides the root. An answer carries the rid of its request. */
export type Exchange = {
  /** C from the client, S from the server. */
  direction: 'C' | 'S'
  method: string
  /** Path with query, as it stands in the request line. */
  path: string
  /** `userOf` the token; empty without one. */
  user: string
  /** SHA-256 of the token; of nothing without one. */
  tokenHash: Bytes
  /** Epoch milliseconds, as in the Timestamp header. */
  timestamp: number
  sid: string
  rid: Bytes
  /** Status of the answer; 0 in requests. */
  status: number
}

/** Joins fields with their lengths, so that no two lists of fields give the same bytes. */
export function lengthPrefixed(...fields: (string | Uint8Array)[]): Bytes {
  const parts = fields.map((field) => (typeof field === 'string' ? text.encode(field) : field))
  const out = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0))
  const view = new DataView(out.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    out.set(part, at + 4)
    at += 4 + part.length
  }
  return out
}

export const sha256 = async (data: string | Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? text.encode(data) : data))

/** The secret of a wire session, from the two shared secrets of its hello (32 bytes each). */
export async function masterOf(
  shared: { withStatic: Bytes; withEphemeral: Bytes },
  hello: { kid: string; clientKey: Bytes; serverKey: Bytes },
): Promise<Bytes> {
  const both = new Uint8Array(shared.withStatic.length + shared.withEphemeral.length)
  both.set(shared.withStatic)
  both.set(shared.withEphemeral, shared.withStatic.length)
  const salt = await sha256(lengthPrefixed('ifc-env-v1', hello.kid, hello.clientKey, hello.serverKey))
  return derived(await hkdfKey(both), salt, text.encode('master'))
}

/** Derives the root of the keys of one user's calls; a new token makes a new root. */
export async function rootOf(master: Bytes, tokenHash: Bytes, user: string): Promise<WireKey> {
  return hkdfKey(await derived(await hkdfKey(master), tokenHash, lengthPrefixed('root', user)))
}

const hkdfKey = (bytes: Bytes) =>
  crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits', 'deriveKey'])
const derived = async (key: WireKey, salt: Bytes, info: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, 256))

/** The key of one message; used once, so that its nonces may count chunks. */
class MessageKey {
  readonly #key: WireKey
  readonly #bound: Bytes
  readonly #nonce = new Uint8Array(12)
  private constructor(key: WireKey, bound: Bytes) {
    this.#key = key
    this.#bound = bound
  }
  static async of(root: WireKey, at: Exchange, flags: number, chunkBytes: number) {
    const time = String(at.timestamp)
    const info = lengthPrefixed('key', at.direction, at.method, at.path, at.user, at.tokenHash, time)
    const key = await crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: at.rid, info },
      root,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    )
    const head = [String(at.status), String(flags), String(chunkBytes)]
    const bound = lengthPrefixed('aad1', at.direction, at.method, at.path, time, at.sid, at.rid, ...head)
    return new MessageKey(key, bound)
  }
  async seal(chunk: number, isLast: boolean, clear: Bytes): Promise<Bytes> {
    return new Uint8Array(await crypto.subtle.encrypt(this.#how(chunk, isLast), this.#key, clear))
  }
  async open(chunk: number, isLast: boolean, sealed: Bytes): Promise<Bytes> {
    try {
      return new Uint8Array(await crypto.subtle.decrypt(this.#how(chunk, isLast), this.#key, sealed))
    } catch {
      throw new BadEnvelope()
    }
  }
  #how(chunk: number, isLast: boolean) {
    new DataView(this.#nonce.buffer).setUint32(7, chunk)
    this.#nonce[11] = isLast ? 1 : 0
    return { name: 'AES-GCM', iv: this.#nonce.slice(), additionalData: this.#bound }
  }
}

function header(flags: number, chunkBytes: number): Bytes {
  const out = new Uint8Array([0x49, 0x45, 1, flags, 0, 0, 0, 0])
  new DataView(out.buffer).setUint32(4, chunkBytes)
  return out
}

function readHeader(bytes: Uint8Array): { flags: number; chunkBytes: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES || view.getUint32(0) >>> 8 !== 0x494501) throw new BadEnvelope()
  const chunkBytes = view.getUint32(4)
  if (chunkBytes < 1 || chunkBytes > LARGEST_CHUNK) throw new BadEnvelope()
  return { flags: bytes[3]!, chunkBytes }
}

/** Seals a whole message into one body. */
export async function seal(root: WireKey, at: Exchange, clear: Bytes, flags = 0): Promise<Bytes> {
  const key = await MessageKey.of(root, at, flags, CHUNK_BYTES)
  const chunks = Math.max(1, Math.ceil(clear.length / CHUNK_BYTES))
  const body = new Uint8Array(HEADER_BYTES + clear.length + chunks * TAG_BYTES)
  body.set(header(flags, CHUNK_BYTES))
  for (let i = 0; i < chunks; i++) {
    const part = clear.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES)
    const sealed = await key.seal(i, i === chunks - 1, part)
    body.set(sealed, HEADER_BYTES + i * (CHUNK_BYTES + TAG_BYTES))
  }
  return body
}

/** Opens a whole body. Throws BadEnvelope when anything about it or its exchange is not as it was sealed. */
export async function open(
  root: WireKey,
  at: Exchange,
  body: Bytes,
): Promise<{ flags: number; clear: Bytes }> {
  const { flags, chunkBytes } = readHeader(body)
  const key = await MessageKey.of(root, at, flags, chunkBytes)
  const stride = chunkBytes + TAG_BYTES
  const chunks = Math.ceil((body.length - HEADER_BYTES) / stride)
  const length = body.length - HEADER_BYTES - chunks * TAG_BYTES
  if (chunks === 0 || length < 0) throw new BadEnvelope()
  const clear = new Uint8Array(length)
  for (let i = 0; i < chunks; i++) {
    const from = HEADER_BYTES + i * stride
    clear.set(await key.open(i, i === chunks - 1, body.subarray(from, from + stride)), i * chunkBytes)
  }
  return { flags, clear }
}

export type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Seals what comes, chunk by chunk; holds two chunks at most. */
export async function* sealStream(
  root: WireKey,
  at: Exchange,
  source: Source,
  flags = 0,
): AsyncGenerator<Bytes> {
  const key = await MessageKey.of(root, at, flags, CHUNK_BYTES)
  yield header(flags, CHUNK_BYTES)
  const reader = new Portions(source)
  for (let i = 0, isLast = false; !isLast; i++) {
    const part = await reader.take(CHUNK_BYTES)
    isLast = await reader.isAtEnd()
    yield await key.seal(i, isLast, part)
  }
}

/** Opens chunk by chunk. Nothing of a chunk is given out before it is proven; a cut or reordered rest throws BadEnvelope. */
export async function openStream(
  root: WireKey,
  at: Exchange,
  source: Source,
): Promise<{ flags: number; clear: AsyncGenerator<Bytes> }> {
  const reader = new Portions(source)
  const { flags, chunkBytes } = readHeader(await reader.take(HEADER_BYTES))
  const key = await MessageKey.of(root, at, flags, chunkBytes)
  async function* clear() {
    for (let i = 0, isLast = false; !isLast; i++) {
      const part = await reader.take(chunkBytes + TAG_BYTES)
      isLast = await reader.isAtEnd()
      yield await key.open(i, isLast, part)
    }
  }
  return { flags, clear: clear() }
}

/** The proof of a request without a body: the tag of the empty message. */
export async function proofOf(root: WireKey, at: Exchange): Promise<Bytes> {
  return (await MessageKey.of(root, at, 0, 0)).seal(0, true, new Uint8Array())
}
export async function checkProof(root: WireKey, at: Exchange, proof: Bytes): Promise<void> {
  if (proof.length !== TAG_BYTES) throw new BadEnvelope()
  await (await MessageKey.of(root, at, 0, 0)).open(0, true, proof)
}

/** Bytes of a source in portions of a wanted size. */
export class Portions {
  readonly #source: AsyncIterator<Uint8Array> | Iterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()
  #ended = false
  constructor(source: Source) {
    this.#source = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  }
  /** So many bytes; fewer only at the end. Holds what came, not what was announced. */
  async take(size: number): Promise<Bytes> {
    const parts: Uint8Array[] = []
    let filled = 0
    while (filled < size && !(await this.isAtEnd())) {
      const part = this.#held.subarray(0, size - filled)
      parts.push(part)
      filled += part.length
      this.#held = this.#held.subarray(part.length)
    }
    return joined(parts)
  }
  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0 && !this.#ended) {
      const next = await this.#source.next()
      if (next.done === true) this.#ended = true
      else this.#held = next.value
    }
    return this.#held.length === 0
  }
  async *rest(): AsyncGenerator<Bytes> {
    while (!(await this.isAtEnd())) {
      const part = new Uint8Array(this.#held)
      this.#held = new Uint8Array()
      yield part
    }
  }
}

const LONGEST_RECORD = 1 << 20

/** A record and the bytes after it, as one stream of clear bytes. */
export async function* withRecord(record: unknown, bytes: Source): AsyncGenerator<Uint8Array> {
  yield lengthPrefixed(JSON.stringify(record))
  yield* bytes
}

/** Splits a stream into its record and the bytes after it. Throws BadEnvelope when there is no record. */
export async function readRecord(source: Source): Promise<{ record: unknown; bytes: AsyncGenerator<Bytes> }> {
  const portions = new Portions(source)
  const head = await portions.take(4)
  const length = head.length < 4 ? LONGEST_RECORD + 1 : new DataView(head.buffer).getUint32(0)
  if (length > LONGEST_RECORD) throw new BadEnvelope()
  const written = await portions.take(length)
  try {
    return { record: JSON.parse(new TextDecoder().decode(written)) as unknown, bytes: portions.rest() }
  } catch {
    throw new BadEnvelope()
  }
}

export async function bytesOf(source: Source): Promise<Bytes> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return joined(parts)
}

function joined(parts: Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** base64url without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
/** Throws BadEnvelope on other characters, and on a spelling that is not the one `toBase64Url` gives. */
export function fromBase64Url(written: string): Bytes {
  const bytes = decoded(written)
  if (toBase64Url(bytes) !== written) throw new BadEnvelope()
  return bytes
}

function decoded(written: string): Bytes {
  try {
    return Uint8Array.from(atob(written.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  } catch {
    throw new BadEnvelope()
  }
}

/** Returns the name of a wire session, for tokens and logs; it reveals nothing of the session's ticket. */
export const wireIdOf = async (sid: string) => toBase64Url((await sha256(sid)).subarray(0, 12))
