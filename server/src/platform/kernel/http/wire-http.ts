import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import type { Op } from '@samudra/contract/kernel'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { HEADERS, SOCKET_PATH, readHello, type WirePass } from '@samudra/contract/wire/hello'
import {
  BadEnvelope,
  CLEAR_TYPE,
  FLAG,
  WIRE_TYPE,
  bytesOf,
  readRecord,
  withRecord,
  type Bytes,
  type Source,
} from '@samudra/contract/wire/seal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bodies } from '../objects/bodies.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import { OperationError } from './errors.ts'
import type { Admitted, Wire } from './wire.ts'

/** Maximum size of an unpacked gzip body. */
const UNPACKED_LIMIT = 8 * 1024 * 1024
/**
 * Answers from this size on are compressed before they are sealed, and only lists of the picture: a body that mixes a
 * secret with text an attacker chose must keep its length to itself (BREACH, 2013).
 */
const GZIP_FROM = 32 * 1024
const JSON_TYPE = 'application/json'
const zip = promisify(gzip)
const unzip = promisify(gunzip)

type AnyOp = Op<unknown, unknown>
const noBytes = (): AsyncIterable<Uint8Array> => Readable.from([])

/** The wire's own calls, and the two types of body that are read as streams. */
export function serveWire(http: FastifyInstance, wire: Wire, bodies: Bodies): void {
  // Nothing is read before it is known who sends it.
  for (const type of [WIRE_TYPE, CLEAR_TYPE, JSON_TYPE])
    http.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
  http.get('/env/key', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').header('Timestamp', wire.now()).send(wire.card()),
  )
  http.post('/env/hello', async (request, reply) => {
    try {
      const words = wholeBody(request, bodies, ANONYMOUS)
      const hello = readHello(await fieldsOf(words.parts).finally(words.release))
      if (!hello.ok) throw new BadEnvelope()
      return await reply.header('Cache-Control', 'no-store').send(await wire.hello(hello.value))
    } catch (error) {
      const refusal = error instanceof OperationError ? error : badEnvelope()
      return reply.code(refusal.httpStatus).send({
        Status: false,
        Data: null,
        Message: refusal.message,
        Code: refusal.code,
        RequestId: request.id,
      })
    }
  })
}

export const badEnvelope = () =>
  new OperationError('BAD_ENVELOPE', 'The message could not be decrypted. Reload the page.')

/** Admits a sealed call; null when it came in the clear and may. */
export async function admit(
  wire: Wire,
  request: FastifyRequest,
  token: string | null,
): Promise<Admitted | null> {
  const header = (name: string) => {
    const value = request.headers[name.toLowerCase()]
    return typeof value === 'string' ? value : ''
  }
  const sid = header(HEADERS.sid)
  if (sid === '' || wire.mode === 'off') {
    if (wire.mode === 'required')
      throw new OperationError(
        'BAD_ENVELOPE',
        'This server accepts sealed calls only. Use its pages or its command line.',
      )
    return null
  }
  return wire.admit({
    method: request.method,
    path: request.raw.url ?? '',
    sid,
    rid: header(HEADERS.rid),
    timestamp: header('Timestamp'),
    token,
  })
}

/** Admits a socket by what it shows at its opening; null when it may not come in. */
export async function admitSocket(
  wire: Wire,
  pass: unknown,
): Promise<{ token: string; wireId: string | null } | null> {
  const { token, sid, rid, timestamp, proof } = asObject(pass) as Partial<Record<keyof WirePass, unknown>>
  if (typeof token !== 'string' || token === '') return null
  if (sid === undefined) return wire.mode === 'required' ? null : { token, wireId: null }
  try {
    const sealed = await wire.admit({
      method: 'GET',
      path: SOCKET_PATH,
      sid: String(sid),
      rid: String(rid),
      timestamp: String(timestamp),
      token,
    })
    await sealed.checkProof(String(proof))
    return { token, wireId: sealed.id }
  } catch {
    return null
  }
}

/**
 * Input of a call: the fields of its body or query, and the bytes after them. Read bytes count against the caller
 * until `release`.
 */
export type TakenIn = { fields: object; bytes: AsyncIterable<Uint8Array>; release: () => void }

/** Reads a call of a caller who is known by now, as far as he is. */
export async function takeIn(
  op: AnyOp,
  request: FastifyRequest,
  sealed: Admitted | null,
  { caller, bodies }: { caller: Caller; bodies: Bodies },
): Promise<TakenIn> {
  if (op.method !== 'POST') {
    if (sealed !== null) await sealed.checkProof(String(request.headers[HEADERS.proof.toLowerCase()] ?? ''))
    return { fields: asObject(request.query), bytes: noBytes(), release: () => undefined }
  }
  const isUpload = op.right.stream === 'up'
  const body = isUpload ? bodies.upload(streamOf(request), caller.userId) : wholeBody(request, bodies, caller)
  try {
    const opened = await openedBody(request, body.parts, sealed)
    if (((opened.flags & FLAG.record) !== 0) !== isUpload) throw badEnvelope()
    if (!isUpload)
      return { fields: await fieldsOf(unzipped(opened)), bytes: noBytes(), release: body.release }
    const { record, bytes } = await readRecord(opened.clear)
    return { fields: asObject(record), bytes, release: body.release }
  } catch (error) {
    body.release()
    throw error
  }
}

const wholeBody = (request: FastifyRequest, bodies: Bodies, caller: Caller) =>
  bodies.whole(
    streamOf(request),
    caller === ANONYMOUS ? { address: request.ip } : caller,
    Number(request.headers['content-length'] ?? 0),
  )

/** The body as it comes; what is refused in the middle of it still can be answered. */
const streamOf = ({ body }: FastifyRequest) =>
  body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : noBytes()

async function openedBody(request: FastifyRequest, body: AsyncIterable<Uint8Array>, sealed: Admitted | null) {
  if (sealed !== null) return sealed.openStream(body)
  const isRecord = request.headers['content-type']?.startsWith('application/vnd.ifc.') === true
  return { flags: isRecord ? FLAG.record : 0, clear: body as AsyncIterable<Bytes> }
}

async function* unzipped({ flags, clear }: { flags: number; clear: AsyncIterable<Bytes> }) {
  if ((flags & FLAG.gzip) === 0) return yield* clear
  const packed = await bytesOf(clear)
  yield await unzip(packed, { maxOutputLength: UNPACKED_LIMIT }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE'
      ? new OperationError('TOO_LARGE', 'The request is too large. Send less data.')
      : badEnvelope()
  })
}

async function fieldsOf(body: AsyncIterable<Uint8Array>): Promise<object> {
  const text = new TextDecoder().decode(await bytesOf(body))
  try {
    return text === '' ? {} : asObject(JSON.parse(text) as unknown)
  } catch {
    throw new OperationError('BAD_FORMAT', 'The request is not valid JSON.')
  }
}

/** Answers a call the way it came: sealed, or as JSON. `bytes` follow the answer of a download. */
export async function giveOut(
  op: AnyOp,
  reply: FastifyReply,
  sealed: Admitted | null,
  answer: { status: number; envelope: Envelope<unknown>; bytes: Source | null; timestamp: number },
): Promise<FastifyReply> {
  const { status, envelope, bytes, timestamp } = answer
  if (status === 401) reply.raw.statusMessage = 'UNAUTHORIZED'
  void reply.code(status).header('Timestamp', timestamp).header('Cache-Control', 'no-store')
  if (sealed === null) {
    if (bytes === null) return reply.send(envelope)
    return reply.type(CLEAR_TYPE).send(Readable.from(withRecord(envelope, bytes)))
  }
  void reply.type(WIRE_TYPE)
  if (bytes !== null)
    return reply.send(
      Readable.from(sealed.sealStream(status, timestamp, withRecord(envelope, bytes), FLAG.record)),
    )
  const text = new TextEncoder().encode(JSON.stringify(envelope))
  const isZipped = op.right.cut === 'release' && text.length >= GZIP_FROM
  const clear = isZipped ? new Uint8Array(await zip(text, { level: constants.Z_BEST_SPEED })) : text
  const body = await sealed.seal(status, timestamp, clear, isZipped ? FLAG.gzip : 0)
  return reply.send(Buffer.from(body.buffer, body.byteOffset, body.length))
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
