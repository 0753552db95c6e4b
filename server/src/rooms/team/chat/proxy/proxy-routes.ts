import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { CHAT_BODIES, CHAT_PATH } from '@samudra/contract/chat'
import { mustBeSelfIn } from './remote-lists.ts'
import { ChatError, invalidParameter, tooLarge } from '../v4/chat-error.ts'
import { either, get, OK, open, post, type ChatAnswer, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { CallBudget } from '../../../../platform/kernel/http/call-budget.ts'
import { notLinked, type ChatLinks } from './chat-links.ts'
import { noAnswer, type RemoteChat } from './remote-chat.ts'
import { remoteLists } from './remote-lists.ts'

/** Largest body that is forwarded. */
const LARGEST_BYTES = 300 * 1024 * 1024
/** Attempts of a user to link an account. */
const ATTEMPTS = { perSecond: 0.1, burst: 5 }

/** Calls that only the product's own chat server has. */
const OWN_ONLY = [/^\/posts\/[^/]+\/receipts$/, /^\/extensions(?:\/|$)/]
const OPEN_CALLS = ['/system/ping', '/config/client', '/license/client']
const FORWARDED = [
  'content-type',
  'content-length',
  'accept',
  'accept-language',
  'range',
  'connection-id',
  'if-none-match',
]
const RETURNED = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'cache-control',
  'retry-after',
  'x-request-id',
  'x-version-id',
]

export type ProxyNeeds = {
  remote: RemoteChat
  links: ChatLinks
  clock: { now(): number }
  /** Opens a session of a program, whose answer is the user there. */
  logIn(call: ChatCall): Promise<ChatAnswer>
  logOut(call: ChatCall): Promise<ChatAnswer>
}

const unsupported = () =>
  new ChatError(
    501,
    'api.not_supported.app_error',
    'The chat server of this installation does not have this function.',
  )

/** Routes that forward calls to the other chat server, as the account of the caller there. */
export function proxyRoutes(needs: ProxyNeeds): { routes: ChatRoute[]; own: ChatRoute[] } {
  const attempts = new CallBudget(() => ATTEMPTS)
  const forwarded = (call: ChatCall) => forward(needs, call)
  const everything = (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => ({
    method,
    path: '/*',
    run: forwarded,
  }))
  return {
    routes: [
      ...OPEN_CALLS.map((path) => open(get(path, (call) => answerOpen(needs, call)))),
      open(post('/users/login', (call) => needs.logIn(call))),
      post('/users/logout', (call) => needs.logOut(call)),
      post('/link', async ({ caller, body }) => {
        const proof = await body(CHAT_BODIES.login)
        const wait = attempts.take(caller.userId, needs.clock.now())
        if (wait > 0)
          throw new ChatError(429, 'api.context.rate_limit_exceeded.app_error', `Try again in ${wait} s.`)
        await needs.links.byPassword(caller.userId, proof)
        return OK
      }),
      get('/link', async ({ caller }) => ({ json: { remote_id: (await needs.links.of(caller)).remoteId } })),
      ...everything,
    ],
    own: ownLists(needs),
  }
}

/** The specification's own calls, answered from lists of the other server. */
function ownLists({ links, remote }: ProxyNeeds): ChatRoute[] {
  const lists = remoteLists(remote)
  const asAccount =
    (run: (link: Awaited<ReturnType<ChatLinks['of']>>, call: ChatCall) => Promise<unknown>) =>
    async (call: ChatCall): Promise<ChatAnswer> => ({ json: await run(await links.of(call.caller), call) })
  return [
    ...either(
      '',
      asAccount(async (link) => ({ data: await lists.teams(link) })),
    ),
    ...either(
      '/:u/channel_members',
      asAccount((link, call) => lists.members(mustBeSelfIn(call, link), call.query)),
    ),
    ...either(
      '/:u/teams/:t/channels',
      asAccount((link, call) => lists.channels(mustBeSelfIn(call, link), call.params['t']!)),
    ),
    ...either(
      '/:u/contacts',
      asAccount((link, call) => lists.contacts(mustBeSelfIn(call, link))),
    ),
  ]
}

const pathOf = (request: FastifyRequest) => request.url.slice(CHAT_PATH.length)

async function answerOpen({ remote }: ProxyNeeds, { request, reply }: ChatCall): Promise<ChatAnswer> {
  return pass(await remote.forward('GET', pathOf(request), {}, null), reply)
}

async function forward(needs: ProxyNeeds, { caller, request, reply }: ChatCall): Promise<ChatAnswer> {
  const path = pathOf(request)
  if (OWN_ONLY.some((one) => one.test(path.split('?')[0]!))) throw unsupported()
  if (/(?:^|\/)\.\.?(?:\/|$|\?)|%2e|%2f|%5c|\\/i.test(path.split('?')[0]!))
    throw invalidParameter('The address', 'without dots and encoded separators')
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BYTES)
    throw tooLarge(`The body is larger than ${LARGEST_BYTES / 1024 / 1024} MB.`)
  const link = await needs.links.of(caller)
  const headers = Object.fromEntries(
    FORWARDED.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  )
  const body = request.method === 'GET' ? null : ((request.body as Readable | null | undefined) ?? null)
  const answer = await needs.remote.forward(
    request.method,
    path,
    { ...headers, authorization: `Bearer ${link.token}` },
    body,
  )
  if (answer.statusCode === 401) {
    answer.resume()
    await needs.links.drop(caller.userId)
    throw notLinked()
  }
  return pass(answer, reply)
}

/** Returns the answer of the other server as it comes, without its cookies and its token. */
function pass(answer: IncomingMessage, reply: ChatCall['reply']): ChatAnswer {
  if (answer.statusCode === undefined) throw noAnswer()
  void reply.code(answer.statusCode)
  for (const name of RETURNED) {
    const value = answer.headers[name]
    if (value !== undefined) void reply.header(name, value)
  }
  void reply.send(answer)
  return null
}
