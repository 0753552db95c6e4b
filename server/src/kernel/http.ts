import { randomUUID } from 'node:crypto'
import type { Envelope } from '@samudra/contract/wire/envelope'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { NOBODY, type Caller } from './caller.ts'
import { Refusal, sentenceOf } from './errors.ts'
import type { Log } from './log.ts'
import type { Handled } from './room.ts'

const BODY_LIMIT = 8 * 1024 * 1024

/** Tells who a bearer token belongs to; null when it belongs to nobody any more. */
export type Authenticate = (token: string) => Promise<Caller | null>

/**
 * The HTTP face of the rooms: every operation of the contract at its method and path, answers in the
 * envelope, the same pipeline for all: who, validate, run, envelope.
 */
export function createHttp(log: Log): FastifyInstance {
  return Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestTimeout: 0,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      log.warn('request refused', { url: request.url, error: error.message })
      void answer(reply, 400, refused(new Refusal('BAD_FORMAT', error.message), request.id))
    },
  })
}

export function serveOperations(
  http: FastifyInstance,
  handled: Handled[],
  authenticate: Authenticate,
  log: Log,
): void {
  for (const one of handled) {
    http.route({
      method: one.op.method,
      url: one.op.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => run(one, authenticate, log, request, reply),
      errorHandler: (error, request, reply) => {
        const status = error.statusCode ?? 500
        const refusal =
          status === 413
            ? new Refusal('TOO_LARGE', 'The request is too large; send less at once.')
            : new Refusal('BAD_FORMAT', 'The request could not be read; send JSON.')
        void answer(reply, refusal.httpStatus, refused(refusal, request.id))
      },
    })
  }
}

async function run(
  { op, run: work }: Handled,
  authenticate: Authenticate,
  log: Log,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    const caller = await callerOf(request, authenticate)
    mayCall(op.who, caller, op.name)
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
        {
          fields: input.fields,
        },
      )
    }
    const client = { address: request.ip, agent: request.headers['user-agent'] ?? '' }
    const data = await work({ input: input.value, caller, requestId: request.id, client })
    const envelope: Envelope<unknown> = { Status: true, Data: data, Message: '', RequestId: request.id }
    return await answer(reply, 200, envelope)
  } catch (error) {
    if (error instanceof Refusal) return await answer(reply, error.httpStatus, refused(error, request.id))
    log.error('operation failed', { operation: op.name, requestId: request.id, error: sentenceOf(error) })
    const refusal = new Refusal(
      'INTERNAL',
      `Something went wrong here. Try again; if it goes on, tell the administrator the number ${request.id}.`,
    )
    return await answer(reply, 500, refused(refusal, request.id))
  }
}

async function callerOf(request: FastifyRequest, authenticate: Authenticate): Promise<Caller> {
  const header = request.headers.authorization
  if (header === undefined) return NOBODY
  const token = /^Bearer (.+)$/i.exec(header)?.[1]
  return (token === undefined ? null : await authenticate(token)) ?? NOBODY
}

/** Who may call what: the one place for REST. Throws a Refusal. */
function mayCall(who: Handled['op']['who'], caller: Caller, name: string) {
  if (who === 'public') return
  if (caller === NOBODY) throw new Refusal('SESSION_EXPIRED', 'Log in to go on.')
  if (caller.mustChangePassword && name !== 'changePassword' && name !== 'logout')
    throw new Refusal('PASSWORD_CHANGE_REQUIRED', 'Choose a password of your own first.')
  if (who === 'admin' && !caller.isAdmin) throw new Refusal('FORBIDDEN', 'Only an administrator may do this.')
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
