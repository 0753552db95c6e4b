import { randomUUID } from 'node:crypto'
import type { Envelope } from '@samudra/contract/wire/envelope'
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { NOBODY, type Caller } from './caller.ts'
import { Refusal, sentenceOf } from './errors.ts'
import type { Log } from './log.ts'
import { Download, type Call, type Entry, type Handled } from './room.ts'

const BODY_LIMIT = 8 * 1024 * 1024

/** What the pipeline asks of the rooms. */
export type Pipeline = {
  log: Log
  /** Tells who a bearer token belongs to; null when it belongs to nobody any more. */
  authenticate(token: string, wireId: string | null): Promise<Caller | null>
  /** Leaves the audit record of a call. */
  audit(call: Audited): Promise<void>
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
  log: Log,
  tls: { key: string; cert: string } | null,
): Promise<FastifyInstance> {
  const http = Fastify({
    ...(tls === null ? {} : { https: tls }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestTimeout: 0,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      log.warn('request refused', { url: request.url, error: error.message })
      void answer(reply, 400, refused(new Refusal('BAD_FORMAT', error.message), request.id))
    },
  })
  await http.register(fastifyCookie)
  return http as FastifyInstance
}

export function serveOperations(http: FastifyInstance, handled: Handled[], pipeline: Pipeline): void {
  for (const one of handled) {
    http.route({
      method: one.op.method,
      url: one.op.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => run(one, pipeline, request, reply),
      errorHandler: (error, request, reply) => {
        const status = error.statusCode ?? 500
        const refusal =
          status === 413
            ? new Refusal('TOO_LARGE', 'The request is too large; send less at once.')
            : status === 429
              ? new Refusal('RATE_LIMIT', error.message)
              : new Refusal('BAD_FORMAT', 'The request could not be read; send JSON.')
        void answer(reply, refusal.httpStatus, refused(refusal, request.id))
      },
    })
  }
}

async function run(one: Handled, pipeline: Pipeline, request: FastifyRequest, reply: FastifyReply) {
  const { op } = one
  let caller = NOBODY
  const entry: Entry = {}
  const leave = async (result: string) => {
    if (op.right.leaves === undefined || (caller === NOBODY && op.who !== 'public')) return
    await pipeline.audit({
      action: op.name,
      caller,
      requestId: request.id,
      address: request.ip,
      result,
      entry,
    })
  }
  try {
    caller = await callerOf(request, pipeline)
    mayCall(one, caller, pipeline)
    const call = callFor(one, caller, entry, request, reply)
    const answered = await one.run(call)
    await leave('OK')
    const data = answered instanceof Download ? answered.data : answered
    const envelope: Envelope<unknown> = { Status: true, Data: data, Message: '', RequestId: request.id }
    return await answer(reply, 200, envelope)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unforeseen(error, op.name, request.id, pipeline.log)
    await leave(refusal.code).catch((failed: unknown) =>
      pipeline.log.error('no audit record could be left', { operation: op.name, error: sentenceOf(failed) }),
    )
    return await answer(reply, refusal.httpStatus, refused(refusal, request.id))
  }
}

function unforeseen(error: unknown, operation: string, requestId: string, log: Log): Refusal {
  log.error('operation failed', { operation, requestId, error: sentenceOf(error) })
  return new Refusal(
    'INTERNAL',
    `Something went wrong here. Try again; if it goes on, tell the administrator the number ${requestId}.`,
  )
}

function callFor(
  { op }: Handled,
  caller: Caller,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<unknown> {
  const raw = {
    ...asObject(op.method === 'POST' ? request.body : request.query),
    ...asObject(request.params),
  }
  const input = op.input(raw)
  if (!input.ok) {
    const first = input.fields[0]
    throw new Refusal(
      'VALIDATION',
      `Check ${first?.field || 'the request'}: ${first?.why ?? 'it does not fit'}.`,
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
    wire: null,
    record: (more) => void Object.assign(entry, more),
    bytes: none(),
  }
}

// oxlint-disable-next-line require-yield
async function* none(): AsyncGenerator<Uint8Array> {}

async function callerOf(request: FastifyRequest, pipeline: Pipeline): Promise<Caller> {
  const header = request.headers.authorization
  if (header === undefined) return NOBODY
  const token = /^Bearer (.+)$/i.exec(header)?.[1]
  return (token === undefined ? null : await pipeline.authenticate(token, null)) ?? NOBODY
}

/** Who may call what: the one place for REST. Throws a Refusal. */
function mayCall({ op }: Handled, caller: Caller, pipeline: Pipeline) {
  if (op.who === 'public') return
  if (caller === NOBODY) throw new Refusal('SESSION_EXPIRED', 'Log in to go on.')
  if (op.right.early !== true) {
    if (caller.mustChangePassword)
      throw new Refusal('PASSWORD_CHANGE_REQUIRED', 'Choose a password of your own first.')
    if (caller.mustAddSecondFactor)
      throw new Refusal(
        'SECOND_FACTOR_REQUIRED',
        'Set up a second factor first: an authenticator or a passkey.',
      )
  }
  if (op.who === 'admin' && !caller.isAdmin)
    throw new Refusal('FORBIDDEN', 'Only an administrator may do this.')
  if (pipeline.inMaintenance() && !caller.isAdmin)
    throw new Refusal('MAINTENANCE', 'The system is being worked on. Try again later.')
}

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})

const refused = (refusal: Refusal, requestId: string): Envelope<never> => ({
  Status: false,
  Data: refusal.data ?? null,
  Message: refusal.message,
  Code: refusal.code,
  RequestId: requestId,
  ...(refusal.fields === undefined ? {} : { fields: refusal.fields }),
})

function answer(reply: FastifyReply, status: number, envelope: Envelope<unknown>) {
  if (status === 401) reply.raw.statusMessage = 'UNAUTHORIZED'
  return reply.code(status).header('Timestamp', Date.now()).header('Cache-Control', 'no-store').send(envelope)
}
