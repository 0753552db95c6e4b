import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CHAT_COOKIES, CHAT_PATH } from '@samudra/contract/chat'
import type { Reading } from '@samudra/contract/kernel'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError, missing, sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { ClockAction } from '@samudra/contract/clock-actions'
import type { AuditInterface } from '../../../centre/audit/room.ts'
import type { Entry } from '../../../../platform/kernel/http/handle.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { chatIdOf, isChatId } from '../chat-ids.ts'
import { CallBudget } from '../../../../platform/kernel/http/call-budget.ts'
import {
  ChatError,
  forbidden,
  invalidBody,
  invalidParameter,
  notFound,
  sessionExpired,
  tooLarge,
  tooMany,
} from './chat-error.ts'

/** Version that clients of the model compare features with. */
export const SERVER_VERSION = '11.9.0.build.hash.false'
/** Maximum bytes of a JSON body. */
const BODY_BYTES = 512 * 1024
/** Calls of one user. */
const CALLS = { perSecond: 30, burst: 400 }

/** Call of the chat server. `me`: chat id of the caller. */
export type ChatCall = {
  caller: Caller
  me: string
  /** Parameters of the path; `me` in place of a user id is resolved. */
  params: Record<string, string>
  query: Record<string, string>
  /** Reads the JSON body. Throws 400 with the first field that does not fit. */
  body<T>(read: (raw: unknown) => Reading<T>): Promise<T>
  request: FastifyRequest
  reply: FastifyReply
}
/** Answer: a JSON value with a status, or bytes that the route has written itself (null). */
export type ChatAnswer = { status?: number; json: unknown } | null
export type ChatRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** True when no session is needed. */
  isOpen?: boolean
  /** Action under which each call leaves an audit record. */
  leaves?: ClockAction
  run(call: ChatCall): Promise<ChatAnswer>
}

type Run = ChatRoute['run']
export const get = (path: string, run: Run): ChatRoute => ({ method: 'GET', path, run })
export const post = (path: string, run: Run): ChatRoute => ({ method: 'POST', path, run })
export const put = (path: string, run: Run): ChatRoute => ({ method: 'PUT', path, run })
export const remove = (path: string, run: Run): ChatRoute => ({ method: 'DELETE', path, run })
export const open = (route: ChatRoute): ChatRoute => ({ ...route, isOpen: true })
/** The same call by both methods, as the specification reads some lists. */
export const either = (path: string, run: Run): ChatRoute[] => [get(path, run), post(path, run)]
/** Declares that each call of a route leaves an audit record. */
export const recorded = (leaves: ClockAction, route: ChatRoute): ChatRoute => ({ ...route, leaves })
export const OK: ChatAnswer = { json: { status: 'OK' } }

export type ServeNeeds = {
  log: Log
  clock: { now(): number }
  /** Returns the caller of a chat token; null when it is not valid. */
  authenticate(token: string): Promise<Caller | null>
  isXsrfOf(sessionId: string, given: string | undefined): boolean
  inMaintenance(): boolean
  /** Leaves an audit record. */
  leave: AuditInterface['leave']
  /** Called once for each call of a user, before it runs. */
  arrived(caller: Caller): Promise<void>
}

/** Path of the chat server as the specification calls it. */
const SHORT_PATH = '/chat'

/**
 * Serves the routes of the chat server under its prefix, and the specification's own calls under the short one, too;
 * every other path there is answered 404 as JSON.
 */
export async function serveChat(
  http: FastifyInstance,
  { routes, own }: { routes: readonly ChatRoute[]; own: readonly ChatRoute[] },
  needs: ServeNeeds,
): Promise<void> {
  const budget = new CallBudget(() => CALLS)
  await http.register(async (scope) => {
    // Bodies are read by the routes, whatever content type they declare.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const serve = (route: ChatRoute, prefix: string) =>
      scope.route({
        method: route.method,
        url: `${prefix}${route.path}`,
        handler: (request, reply) =>
          answer(reply, request, needs, () => run(route, needs, budget, request, reply)),
        errorHandler: (error, request, reply) =>
          void answer(reply, request, needs, () => Promise.reject(invalidBody((error as Error).message))),
      })
    for (const route of routes) serve(route, CHAT_PATH)
    for (const route of own) for (const prefix of [CHAT_PATH, SHORT_PATH]) serve(route, prefix)
    scope.all(`${SHORT_PATH}/*`, (request, reply) =>
      answer(reply, request, needs, () => Promise.reject(notFound('This address'))),
    )
  })
}

async function run(
  route: ChatRoute,
  needs: ServeNeeds,
  budget: CallBudget,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ChatAnswer> {
  const caller = route.isOpen === true ? null : await callerOf(request, needs)
  if (caller !== null) {
    mayCall(caller, needs)
    const wait = budget.take(caller.userId, needs.clock.now())
    if (wait > 0) throw tooMany(`Too many calls. Try again in ${wait} s.`)
    await needs.arrived(caller)
  }
  const me = caller === null ? '' : chatIdOf(caller.userId)
  const params = paramsOf(request.params as Record<string, string>, me)
  const call: ChatCall = {
    caller: caller!,
    me,
    params,
    query: queryOf(request.query as Record<string, unknown>),
    body: (read) => bodyOf(request, read),
    request,
    reply,
  }
  if (route.leaves === undefined || caller === null) return route.run(call)
  const leave = (result: string) =>
    needs.leave({
      action: route.leaves!,
      caller,
      requestId: request.id,
      address: request.ip,
      result,
      entry: objectOf(params),
    })
  try {
    const answered = await route.run(call)
    await leave('OK')
    return answered
  } catch (error) {
    await leave(error instanceof ChatError && error.status === 404 ? 'NOT_FOUND' : 'FORBIDDEN')
    throw error
  }
}

/** Returns what an audit record names of a call: the message, channel or user of its path. */
const objectOf = ({ p, c, u }: Record<string, string>): Entry =>
  p !== undefined
    ? { objectType: 'chat_message', objectId: p }
    : c !== undefined
      ? { objectType: 'chat_channel', objectId: c, ...(u !== undefined && { after: { user_id: u } }) }
      : { objectType: 'chat_channel' }

/** Parameters of a path that are ids of 26 characters. */
const ID_PARAMS: Readonly<Record<string, string>> = {
  u: 'user_id',
  c: 'channel_id',
  p: 'post_id',
  t: 'team_id',
  f: 'file_id',
  r: 'thread_id',
}
function paramsOf(raw: Record<string, string>, me: string): Record<string, string> {
  const params = { ...raw }
  if (params['u'] === 'me') params['u'] = me
  for (const [name, title] of Object.entries(ID_PARAMS))
    if (params[name] !== undefined && !isChatId(params[name]))
      throw invalidParameter(title, '26 characters of a-z and 0-9')
  return params
}

const queryOf = (raw: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )

/** Returns a whole number of the query, bounded; the usual one when it is absent. Throws 400 when it is no number. */
export function numberOf(
  query: Record<string, string>,
  name: string,
  [least, usual, most]: readonly [number, number, number],
): number {
  const text = query[name]
  if (text === undefined || text === '') return usual
  if (!/^\d{1,15}$/.test(text)) throw invalidParameter(name, 'a whole number')
  return Math.min(most, Math.max(least, Number(text)))
}

/** Returns the token of a request and whether it came in a cookie. */
export function chatTokenOf(request: Pick<FastifyRequest, 'headers' | 'cookies'>): {
  token: string
  isCookie: boolean
} | null {
  const bearer = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return { token: bearer, isCookie: false }
  const token = request.cookies[CHAT_COOKIES.token.name]
  return token === undefined || token === '' ? null : { token, isCookie: true }
}

async function callerOf(request: FastifyRequest, needs: ServeNeeds): Promise<Caller> {
  const shown = chatTokenOf(request)
  const caller = shown === null ? null : await needs.authenticate(shown.token)
  if (shown === null || caller === null) throw sessionExpired()
  const csrf = request.headers['x-csrf-token']
  const isProven = typeof csrf === 'string' && needs.isXsrfOf(caller.sessionId, csrf)
  if (shown.isCookie && request.method !== 'GET' && !isProven) throw sessionExpired()
  return caller
}

function mayCall(caller: Caller, { inMaintenance }: ServeNeeds) {
  if (caller.mustChangePassword) throw forbidden('Set your own password first.')
  if (caller.mustAddSecondFactor)
    throw forbidden('Set up a second factor first: an authenticator or a passkey.')
  if (inMaintenance() && !caller.isAdmin)
    throw new ChatError(
      503,
      'api.context.maintenance.app_error',
      'The system is in maintenance. Try again later.',
    )
}

async function bodyOf<T>(request: FastifyRequest, read: (raw: unknown) => Reading<T>): Promise<T> {
  const reading = read(await jsonOf(request))
  if (reading.ok) return reading.value
  const [first] = reading.fields
  throw invalidBody(`Check ${first?.field || 'the body'}: ${first?.why ?? 'it is not valid'}.`)
}

/** Reads a JSON body as it comes. Throws 413 above the limit, 400 when it is not JSON. */
async function jsonOf(request: FastifyRequest): Promise<unknown> {
  const body = request.body as AsyncIterable<Uint8Array> | undefined | null
  if (body === undefined || body === null) return undefined
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > BODY_BYTES) throw tooLarge(`The body is larger than ${BODY_BYTES / 1024} KB.`)
    parts.push(part)
  }
  if (length === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw invalidBody('The body is not JSON.')
  }
}

async function answer(
  reply: FastifyReply,
  request: FastifyRequest,
  { log }: ServeNeeds,
  work: () => Promise<ChatAnswer>,
) {
  void reply.header('X-Request-Id', request.id).header('X-Version-Id', SERVER_VERSION)
  void reply.header('X-Content-Type-Options', 'nosniff')
  if (request.method === 'GET') void reply.header('Expires', '0')
  try {
    const answered = await work()
    if (answered === null) return reply
    return sendJson(reply, answered.status ?? 200, answered.json)
  } catch (thrown) {
    const error = chatErrorOf(thrown, request, log)
    return sendJson(reply, error.status, {
      id: error.id,
      message: error.message,
      detailed_error: error.details,
      request_id: request.id,
      status_code: error.status,
    })
  }
}

/** The exact content type matters: clients of the model compare it as text. */
const sendJson = (reply: FastifyReply, status: number, json: unknown) =>
  reply
    .code(status)

    .header('Content-Type', 'application/json')
    .send(Buffer.from(JSON.stringify(json)))

/** Error ids of the model for refusals of the product. */
const IDS: Readonly<Record<string, string>> = {
  NOT_FOUND: 'api.context.404.app_error',
  FORBIDDEN: 'api.context.permissions.app_error',
  TOO_LARGE: 'api.file.upload_file.too_large_detailed.app_error',
  AUTH_FAILED: 'api.user.login.invalid_credentials_email_username',
  RATE_LIMIT: 'api.context.rate_limit_exceeded.app_error',
  LOCKED: 'api.user.check_user_login_attempts.too_many.app_error',
  SECOND_FACTOR: 'mfa.validate_token.authenticate.app_error',
}

function chatErrorOf(thrown: unknown, request: FastifyRequest, log: Log): ChatError {
  if (thrown instanceof ChatError) return thrown
  if (thrown instanceof OperationError)
    return new ChatError(
      thrown.httpStatus,
      IDS[thrown.code] ?? 'api.context.invalid_body_param.app_error',
      thrown.message,
    )
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET')
    return invalidBody('The request was cut off.')
  log.error('a chat call failed', {
    url: request.routeOptions.url,
    requestId: request.id,
    error: sentenceOf(thrown),
  })
  return missing(thrown) === null
    ? new ChatError(
        500,
        'api.context.internal.app_error',
        `Something went wrong. Try again, or give the administrator the number ${request.id}.`,
      )
    : new ChatError(
        503,
        'api.context.unavailable.app_error',
        'The database does not answer now, or its disk is full. Try again in a moment.',
      )
}
