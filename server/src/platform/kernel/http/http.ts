import { randomUUID } from 'node:crypto'
import { codeOfMisfits } from '@samudra/contract/kernel'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { BadEnvelope } from '@samudra/contract/wire/seal'
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '../../needs/clock.ts'
import type { Transaction } from '../../needs/database.ts'
import { endUntakenAnswers, hurryBodies, type Bodies } from '../objects/bodies.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import type { RepeatedCalls } from './repeated-calls.ts'
import { isCostly, type CostlyCalls } from './costly.ts'
import { OperationError, missing, sentenceOf } from './errors.ts'
import type { Log } from '../text/log.ts'
import type { Others } from '../cluster/others.ts'
import { Download, type Call, type Entry, type Handled } from './handle.ts'
import { admit, badEnvelope, giveOut, takeIn, type TakenIn } from './wire-http.ts'
import type { Admitted, Wire } from './wire.ts'

/** Maximum time until a connection sends its request; checked every few seconds. */
const HEADERS_MS = 20_000
const LOOK_MS = 5000

const REPEAT_HEADER = 'idempotency-key'

/** Services of rooms that the pipeline uses. */
export type Pipeline = {
  log: Log
  wire: Wire
  bodies: Bodies
  repeated: RepeatedCalls
  others: Pick<Others, 'settled'>
  /** Returns the caller of a bearer token; null when it belongs to no user any more. */
  authenticate(token: string, wireId: string | null): Promise<Caller | null>
  /** Leaves the audit record of a call, alone or with what it does. */
  audit(call: Audited, transaction?: Transaction): Promise<void>
  costly: CostlyCalls
  /** True while only administrators may work. */
  inMaintenance(): boolean
}

/** A call that leaves a record, once it has run or was refused. */
export type Audited = {
  action: string
  caller: Caller
  requestId: string
  address: string
  /** OK or the code of the refusal. */
  result: string
  entry: Entry
}

/**
 * The HTTP face of the rooms: every operation of the contract at its method and path, answers in the
 * envelope, the same pipeline for all: who, validate, run, record, envelope.
 */
export async function createHttp(
  { log, clock }: { log: Log; clock: Clock },
  tls: { key: string; cert: string } | null,
  /** Addresses and networks of proxies whose X-Forwarded-… headers are believed. */
  trustProxy: string[] = [],
): Promise<FastifyInstance> {
  const waits = { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_MS }
  const http = Fastify({
    ...(tls === null
      ? { http: waits }
      : { https: { ...waits, key: tls.key, cert: tls.cert, minVersion: 'TLSv1.2' as const } }),
    trustProxy: trustProxy.length === 0 ? false : trustProxy,
    genReqId: () => randomUUID(),
    // A large file over a poor link takes as long as it takes; what trickles is let go by hurryBodies.
    requestTimeout: 0,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      log.warn('request refused', { url: request.url, error: error.message })
      void answer(
        reply,
        400,
        refused(new OperationError('BAD_FORMAT', error.message), request.id),
        clock.now(),
      )
    },
  })
  await http.register(fastifyCookie)
  const watches = [hurryBodies(http.server), endUntakenAnswers(http.server)]
  http.addHook('onClose', async () => watches.forEach((end) => end()))
  return http
}

export function serveOperations(http: FastifyInstance, handled: Handled[], pipeline: Pipeline): void {
  for (const one of handled) {
    http.route({
      method: one.op.method,
      url: one.op.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => run(one, pipeline, request, reply),
      errorHandler: (error, request, reply) => {
        const refusal =
          error.statusCode === 429
            ? new OperationError('RATE_LIMIT', error.message)
            : new OperationError('BAD_FORMAT', 'The request is not valid JSON.')
        void answer(reply, refusal.httpStatus, refused(refusal, request.id), pipeline.wire.now())
      },
    })
  }
}

async function run(one: Handled, pipeline: Pipeline, request: FastifyRequest, reply: FastifyReply) {
  const { op } = one
  let caller = ANONYMOUS
  let sealed: Admitted | null = null
  const record = recordFor(op.name, request, pipeline)
  let taken: TakenIn | null = null
  let hasBegun = false
  let isRepeated = false
  const leave = async (result: string) => {
    // Calls that did not fit, or that were never proven to be the user's own, must not fill the record.
    if (op.right.leaves === undefined || taken === null || (caller === ANONYMOUS && !hasBegun)) return
    if (isRepeated) return
    await record.leave(caller, result)
  }
  try {
    const token = bearerOf(request)
    sealed = await admit(pipeline.wire, request, token)
    caller = (token === null ? null : await pipeline.authenticate(token, sealed?.id ?? null)) ?? ANONYMOUS
    if (op.method === 'POST') mustBeKnown(one, caller)
    taken = await takeIn(op, request, sealed, { caller, bodies: pipeline.bodies })
    mayCall(one, caller, pipeline)
    const call = callFor(one, caller, record, { request, reply, sealed, ...taken })
    hasBegun = true
    // Until it runs: a call that was made before leaves no second record.
    isRepeated = headerOf(request, REPEAT_HEADER) !== undefined
    const run = () => ((isRepeated = false), one.run(call))
    const answered = await answerOf(one, call, { request, reply, run }, pipeline)
    await leave('OK')
    // What is answered as done others know, or will: it is not lost when this process is killed now.
    if (op.method === 'POST') await pipeline.others.settled()
    const isDownload = answered instanceof Download
    const Data = isDownload ? answered.data : answered
    const envelope: Envelope<unknown> = { Status: true, Data, Message: '', RequestId: request.id }
    return await giveOut(op, reply, sealed, {
      status: 200,
      envelope,
      bytes: isDownload ? answered.bytes : null,
      timestamp: pipeline.wire.now(),
    })
  } catch (error) {
    const refusal = refusalOf(error, op.name, request.id, pipeline.log)
    await leave(refusal.code).catch((failed: unknown) =>
      pipeline.log.error('no audit record could be left', { operation: op.name, error: sentenceOf(failed) }),
    )
    // The answer to a call that could not be opened is in the clear, because no recipient is known to seal it for.
    const isOpen = refusal.code === 'BAD_ENVELOPE'
    const envelope = refused(refusal, request.id)
    return await giveOut(op, reply, isOpen ? null : sealed, {
      status: refusal.httpStatus,
      envelope,
      bytes: null,
      timestamp: pipeline.wire.now(),
    })
  } finally {
    taken?.release()
  }
}

type CallRecord = ReturnType<typeof recordFor>
/**
 * Returns the audit record of one call: its content, and how to store it after the call or in the transaction of the
 * action.
 */
function recordFor(action: string, request: FastifyRequest, { audit }: Pick<Pipeline, 'audit'>) {
  const entry: Entry = {}
  let isLeft = false
  const audited = (caller: Caller, result: string, text: Entry): Audited => ({
    action,
    caller,
    requestId: request.id,
    address: request.ip,
    result,
    entry: text,
  })
  return {
    entry,
    leave: async (caller: Caller, result: string) => {
      if (!isLeft || result !== 'OK') await audit(audited(caller, result, entry))
    },
    leaveWith: async (caller: Caller, transaction: Transaction, done: Entry) => {
      await audit(audited(caller, 'OK', { ...entry, ...done }), transaction)
      isLeft = true
    },
  }
}

/** Runs a call in its caller's turn; a change that is sent again under one Idempotency-Key is done once. */
function answerOf(
  { op }: Handled,
  { caller, input }: Call<unknown>,
  { request, reply, run }: { request: FastifyRequest; reply: FastifyReply; run: () => Promise<unknown> },
  { repeated, costly }: Pipeline,
): Promise<unknown> {
  const key = op.method === 'POST' ? headerOf(request, REPEAT_HEADER) : undefined
  if (key !== undefined && (caller === ANONYMOUS || op.right.stream !== undefined))
    throw new OperationError('VALIDATION', 'This call does not accept an Idempotency-Key. Remove it.')
  const inTurn = () => (isCostly(op.right, input) ? costly.run(caller.userId, reply.raw, run) : run())
  return key === undefined
    ? inTurn()
    : repeated.once({ userId: caller.userId, key, call: [op.name, input] }, inTurn)
}

function refusalOf(error: unknown, operation: string, requestId: string, log: Log): OperationError {
  if (error instanceof OperationError) return error
  if (isCutOff(error)) return new OperationError('BAD_FORMAT', 'The request was interrupted. Send it again.')
  return error instanceof BadEnvelope ? badEnvelope() : unforeseen(error, operation, requestId, log)
}

/** Returns whether the sender hung up or was too slow. */
const isCutOff = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

const MISSING = {
  SPACE: 'The disk of the server is full. Ask an administrator to free space.',
  DATABASE:
    'The database does not respond. Try again in a moment. If it fails again, contact an administrator.',
}

function unforeseen(error: unknown, operation: string, requestId: string, log: Log): OperationError {
  log.error('operation failed', { operation, requestId, error: sentenceOf(error) })
  const what = missing(error)
  if (what !== null) return new OperationError('UNAVAILABLE', MISSING[what])
  return new OperationError(
    'INTERNAL',
    `An internal error occurred. Try again. If it fails again, report the number ${requestId} to an administrator.`,
  )
}

function callFor(
  { op }: Handled,
  caller: Caller,
  { entry, leaveWith }: CallRecord,
  came: {
    request: FastifyRequest
    reply: FastifyReply
    sealed: Admitted | null
    fields: object
    bytes: AsyncIterable<Uint8Array>
  },
): Call<unknown> {
  const { request, reply } = came
  const input = op.input({ ...came.fields, ...(request.params as object) })
  if (!input.ok) {
    const first = input.fields[0]
    throw new OperationError(
      codeOfMisfits(op, input.fields),
      `Check ${first?.field || 'the request'}: ${first?.why ?? 'it is not valid'}.`,
      { fields: input.fields },
    )
  }
  const isSecure = request.protocol === 'https'
  return {
    input: input.value,
    caller,
    requestId: request.id,
    client: {
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
      origin: request.headers.origin ?? `${request.protocol}://${request.host}`,
      isSecure,
      xsrf: headerOf(request, 'x-xsrf-token'),
    },
    cookies: {
      get: (name) => request.cookies[name],
      set: (name, value, { path, maxAgeS, readable }) =>
        void reply.setCookie(name, value, {
          path,
          maxAge: maxAgeS,
          httpOnly: readable !== true,
          sameSite: 'strict',
          secure: isSecure,
        }),
      clear: (name, path) => void reply.clearCookie(name, { path }),
    },
    wire: came.sealed === null ? null : { id: came.sealed.id },
    record: (more) => void Object.assign(entry, more),
    recordWith: (transaction, done) => leaveWith(caller, transaction, done),
    bytes: came.bytes,
  }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  return header === undefined ? null : (/^Bearer (.+)$/i.exec(header)?.[1] ?? '')
}

/** Throws for a caller without a session, before anything of a body is read. */
function mustBeKnown({ op }: Pick<Handled, 'op'>, caller: Caller) {
  if (op.who !== 'public' && caller === ANONYMOUS)
    throw new OperationError('SESSION_EXPIRED', 'Log in to continue.')
}

/** Checks whether the caller may call an operation: the one place for REST. Throws a OperationError. */
function mayCall({ op }: Handled, caller: Caller, pipeline: Pipeline) {
  mustBeKnown({ op }, caller)
  if (op.who === 'public') return
  if (op.right.early !== true) {
    if (caller.mustChangePassword)
      throw new OperationError('PASSWORD_CHANGE_REQUIRED', 'Set your own password first.')
    if (caller.mustAddSecondFactor)
      throw new OperationError(
        'SECOND_FACTOR_REQUIRED',
        'Set up a second factor first: an authenticator or a passkey.',
      )
  }
  if (op.who === 'admin' && !caller.isAdmin)
    throw new OperationError('FORBIDDEN', 'Only an administrator may do this.')
  if (pipeline.inMaintenance() && !caller.isAdmin)
    throw new OperationError('MAINTENANCE', 'Samudra is under maintenance. Try again later.')
}

const refused = (refusal: OperationError, requestId: string): Envelope<never> => ({
  Status: false,
  Data: refusal.data ?? null,
  Message: refusal.message,
  Code: refusal.code,
  RequestId: requestId,
  ...(refusal.fields === undefined ? {} : { fields: refusal.fields }),
})

function answer(reply: FastifyReply, status: number, envelope: Envelope<unknown>, now: number) {
  if (status === 401) reply.raw.statusMessage = 'UNAUTHORIZED'
  return reply.code(status).header('Timestamp', now).header('Cache-Control', 'no-store').send(envelope)
}
