import type { IncomingMessage } from 'node:http'
import type { Ground, RemoteChatOptions } from '../../../../platform/ground.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Keys } from '../../../../platform/kernel/http/keys.ts'
import type { Chat } from '../chat.ts'
import { serveChat } from '../v4/serve.ts'
import { logOut, openProgramSession } from '../v4/system-routes.ts'
import { ChatLinks } from './chat-links.ts'
import { proxyRoutes } from './proxy-routes.ts'
import { ProxySockets } from './proxy-sockets.ts'
import { RemoteChat } from './remote-chat.ts'

/** Time a login waits for the other chat server. */
const DETAILS_MS = 3000

type ProxyParts = {
  authenticate(token: string): Promise<Caller | null>
  tokenOfUpgrade(request: Pick<IncomingMessage, 'headers'>): string | null
  /** Operations of the own chat server, which are refused. */
  ops: readonly Handled[]
}

/** Opens the chat as a proxy of a chat server of another vendor, on the own origin of the product. */
export async function openProxy(
  { http, others, bus, queries, origins, assembly }: Ground,
  chat: Pick<Chat, 'db' | 'clock' | 'log' | 'identity' | 'presence' | 'leave'> & {
    keys: Keys
    inMaintenance(): boolean
  },
  { url, adminToken }: RemoteChatOptions,
  { authenticate, tokenOfUpgrade, ops }: ProxyParts,
) {
  const { db, clock, log, identity, presence, keys } = chat
  const remote = new RemoteChat(url)
  const emailOf = async (userId: string) => (await identity.accountsById([userId]))[0]?.email || null
  const links = new ChatLinks({ db, keys, remote, adminToken, emailOf })
  const sockets = new ProxySockets({
    http: http.server,
    remote,
    links,
    authenticate,
    callerOfSession: identity.callerOfSession,
    tokenOfUpgrade,
    allowOrigin: origins,
    connected: (userId) => presence.connect(userId),
  })
  bus.subscribe('sessionsEnded', ({ ids }) => sockets.endSessions(ids))
  queries.subscribe('chatDetails', async (userId) => {
    const [link, teams] = await Promise.race([
      links
        .known(userId)
        .then(async (link) => [link, link === null ? [] : await teamsOf(remote, link.token)] as const),
      new Promise<readonly [null, []]>((resolve) =>
        setTimeout(() => resolve([null, []]), DETAILS_MS).unref(),
      ),
    ]).catch(() => [null, []] as const)
    return { id: link?.remoteId ?? '', team: teams[0]?.id ?? '', active_users: [] }
  })
  const routes = proxyRoutes({
    remote,
    links,
    clock,
    logOut: (call) => logOut(chat, call),
    logIn: async (call) => {
      const { userId, sessionId, proof } = await openProgramSession(chat, assembly.chatClients === true, call)
      const caller = await identity.callerOfSession(sessionId)
      // The same password opens both, where no administrator's token does.
      const link =
        (caller === null ? null : await links.of(caller).catch(() => null)) ??
        (await links.byPassword(userId, { login_id: proof.login_id, password: proof.password }))
      return { json: (await remote.call('GET', '/users/me', { token: link.token })).json }
    },
  })
  await serveChat(http, routes, {
    log,
    clock,
    authenticate,
    isXsrfOf: identity.isXsrfOf,
    leave: chat.leave,
    inMaintenance: chat.inMaintenance,
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
