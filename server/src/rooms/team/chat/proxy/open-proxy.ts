import type { Ground, RemoteChatOptions } from '../../../../platform/ground.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Chat } from '../chat.ts'
import { tokenOfUpgrade } from '../hub/upgrade-token.ts'
import { serveChat, type ChatAnswer, type ChatCall } from '../v4/serve.ts'
import { logOut, openProgramSession } from '../v4/system-routes.ts'
import { ChatLinks } from './chat-links.ts'
import { proxyRoutes } from './proxy-routes.ts'
import { ProxySockets } from './proxy-sockets.ts'
import { RemoteChat } from './remote-chat.ts'

/** Time a login waits for the other chat server. */
const DETAILS_MS = 3000

type ProxyParts = {
  authenticate(token: string): Promise<Caller | null>
  /** Operations of the own chat server, which are refused. */
  ops: readonly Handled[]
}

/** Opens the chat as a proxy of a chat server of another vendor, on the own origin of the product. */
export async function openProxy(
  ground: Ground,
  chat: Chat,
  { url, adminToken }: RemoteChatOptions,
  { authenticate, ops }: ProxyParts,
) {
  const { http, others, bus, queries, origins, assembly } = ground
  const { db, clock, log, identity, presence } = chat
  const remote = new RemoteChat(url)
  const emailOf = async (userId: string) => (await identity.accountsById([userId]))[0]?.email || null
  const links = new ChatLinks({ db, keys: assembly.keys, remote, adminToken, emailOf })
  const sockets = new ProxySockets({
    http: http.server,
    remote,
    links,
    authenticate,
    callerOfSession: identity.callerOfSession,
    tokenOfUpgrade: tokenOfUpgrade(ground),
    allowOrigin: origins,
    connected: (userId) => presence.connect(userId),
  })
  bus.subscribe('sessionsEnded', ({ ids }) => sockets.endSessions(ids))
  queries.subscribe('chatDetails', detailsOf(remote, links))
  const routes = proxyRoutes({
    remote,
    links,
    clock,
    logOut: (call) => logOut(chat, call),
    logIn: logInTo(chat, assembly.chatClients === true, { remote, links }),
  })
  await serveChat(http, routes, {
    log,
    clock,
    authenticate,
    isXsrfOf: identity.isXsrfOf,
    leave: chat.leave,
    inMaintenance: () => chat.settings.flag('system.maintenance'),
    arrived: async ({ sessionId }) => {
      await others.caughtUp()
      await identity.touchChatSession(sessionId)
    },
  })
  return {
    door: {},
    ops: ops.map(({ op }) => ({ op, run: refused })),
    jobs: [],
    start: async () => sockets.start(),
    stop: async () => sockets.stop(),
  }
}

type Behind = { remote: RemoteChat; links: ChatLinks }

/** Returns the login of programs: with the password of the product, which also opens the account there. */
const logInTo =
  (chat: Pick<Chat, 'identity'>, hasClients: boolean, { remote, links }: Behind) =>
  async (call: ChatCall): Promise<ChatAnswer> => {
    const { userId, sessionId, proof } = await openProgramSession(chat, hasClients, call)
    const caller = await chat.identity.callerOfSession(sessionId)
    const { login_id, password } = proof
    const link =
      (caller === null ? null : await links.of(caller).catch(() => null)) ??
      (await links.byPassword(userId, { login_id, password }))
    return { json: (await remote.call('GET', '/users/me', { token: link.token })).json }
  }

/** Returns the chat details of a login; empty when no account is linked or the other server is slow. */
const detailsOf = (remote: RemoteChat, links: ChatLinks) => async (userId: string) => {
  const none = { id: '', team: '', active_users: [] }
  const read = async () => {
    const link = await links.known(userId)
    if (link === null) return none
    const [team] = await teamsOf(remote, link.token)
    return { ...none, id: link.remoteId, team: team?.id ?? '' }
  }
  const late = new Promise<typeof none>((resolve) => setTimeout(() => resolve(none), DETAILS_MS).unref())
  return Promise.race([read(), late]).catch(() => none)
}

async function teamsOf(remote: RemoteChat, token: string): Promise<{ id: string }[]> {
  const { status, json } = await remote.call('GET', '/users/me/teams', { token })
  return status < 300 ? (json as { id: string }[]) : []
}

const refused = () =>
  Promise.reject(
    new OperationError(
      'NOT_FOUND',
      'The chat of this installation is another server; use it by its own calls under /chat/api/v4.',
    ),
  )
