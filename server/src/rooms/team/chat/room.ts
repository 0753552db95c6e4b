import { room, type Ground } from '../../../platform/ground.ts'
import type { FileKind } from '../../../platform/kernel/files/file-store.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { audit } from '../../centre/audit/room.ts'
import { identity } from '../../centre/identity/room.ts'
import { settings } from '../../centre/settings/room.ts'
import { presence } from '../presence/room.ts'
import { channelRoutes } from './channels/channel-routes.ts'
import { channelsOf } from './channels/channels.sql.ts'
import { DefaultChannels } from './channels/default-channels.ts'
import { Deliveries } from './channels/deliveries.ts'
import { JobLines } from '../../../platform/kernel/cluster/job-lines.ts'
import { storeLot } from './posts/posting.ts'
import { chatOps } from './chat.ops.ts'
import { retention } from './storage/chat-retention.ts'
import { memberRoutes } from './channels/member-routes.ts'
import { memberIdsOf, membersAmong, unreadOf } from './channels/channel-members.sql.ts'
import type { Chat } from './chat.ts'
import { chatIdOf, teamIdOf, userIdOf } from './chat-ids.ts'
import { fileRoutes } from './files/file-routes.ts'
import { act } from './hub/chat-actions.ts'
import type { ChatEvent } from './hub/chat-event.ts'
import { ChannelMembers } from './hub/channel-members.ts'
import { ChatHub } from './hub/chat-hub.ts'
import { tokenOfUpgrade } from './hub/upgrade-token.ts'
import { ownRoutes } from './people/own-routes.ts'
import { preferenceRoutes } from './people/preference-routes.ts'
import { statusRoutes } from './people/status-routes.ts'
import { teamRoutes } from './people/team-routes.ts'
import { userRoutes } from './people/user-routes.ts'
import { postLine } from './posts/post-line.ts'
import { postRoutes } from './posts/post-routes.ts'
import { searchRoutes } from './posts/search-routes.ts'
import { signalRoutes } from './posts/signal-routes.ts'
import { threadRoutes } from './threads/thread-routes.ts'
import { draftRoutes } from './posts/draft-routes.ts'
import { unreadPushes } from './people/unread-pushes.ts'
import { watchChannelRoutes } from './channels/watch-channels.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { openProxy } from './proxy/open-proxy.ts'
import { serveChat } from './v4/serve.ts'
import { systemRoutes } from './v4/system-routes.ts'

/** Files of messages; chat gives them out by its own routes, by membership. */
const FILES: FileKind = {
  name: 'chat',
  largest: 200 * 1024 * 1024,
  takes: 'SHARED',
  isOfUsers: true,
  waiting: { retentionMs: 24 * 3_600_000, most: 50 },
  isSeen: async () => false,
}

/** Name of the events between processes. */
const EVENTS = 'chat events'

/** Team chat: a server that speaks the API of Mattermost 4 and its websocket, over the users of the installation. */
export const chat = room({
  name: 'chat',
  uses: { audit, settings, identity, presence, filterInputs },
  open: async (ground, { audit, settings, identity, presence, filterInputs }) => {
    const { db, clock, log, http, others, bus, queries, assembly, files } = ground
    const team = teamIdOf(assembly.keys)
    const chat: Chat = {
      db,
      clock,
      log,
      identity,
      presence,
      settings: settings.values,
      files: files.kind(FILES),
      team,
      leave: audit.leave,
      channelsOf: (userId) => channelsOf(db, userId),
      membersAmong: (channels, users) => membersAmong(db, channels, users),
      publish: (event) => {
        hub.deliver(event)
        others.publish(EVENTS, event)
      },
      countsChanged: (users) => unread.add(users),
      notify: (notification) => bus.publish('notice', notification),
      lines: new JobLines((lot) => storeLot(chat, lot)),
      duties: async () => (await queries.request('duties')).flat(),
      areaOf: (id, caller) => namedArea(filterInputs.areas.get(id, caller)),
    }
    const unread = unreadPushes(ground)
    const deliveries = new Deliveries(db)
    const defaults = new DefaultChannels(chat)
    const authenticate = async (token: string) => (await others.caughtUp(), identity.authenticateChat(token))
    const ops = chatOps(chat, assembly.keys.of('chat exports'))
    if (assembly.chatRemote !== undefined)
      return openProxy(ground, chat, assembly.chatRemote, { authenticate, ops })
    const hub = openHub(ground, chat, { authenticate, deliveries })
    deliverEvents(ground, hub)
    answerQueries(ground, chat)
    await serveChat(http, routesOf(chat, assembly.chatClients === true), {
      log,
      clock,
      authenticate,
      isXsrfOf: identity.isXsrfOf,
      leave: audit.leave,
      inMaintenance: () => settings.values.flag('system.maintenance'),
      arrived: async ({ userId, sessionId }) => {
        await defaults.join(userId)
        await identity.touchChatSession(sessionId)
      },
    })
    return {
      door: {},
      ops,
      jobs: [retention(chat)],
      start: async () => (await defaults.open(), hub.start()),
      stop: async () => {
        hub.stop()
        await deliveries.stop()
        await unread.stop()
      },
    }
  },
})

const namedArea = ({ id, body, visibility }: { id: string; body: { name: string }; visibility: string }) => ({
  id,
  name: body.name,
  isPublic: visibility === 'CENTRE' || visibility === 'RELEASED',
})

type HubParts = { authenticate: (token: string) => Promise<Caller | null>; deliveries: Deliveries }
function openHub(ground: Ground, chat: Chat, { authenticate, deliveries }: HubParts) {
  const members = new ChannelMembers(chat.db)
  return new ChatHub({
    http: ground.http.server,
    clock: chat.clock,
    log: chat.log,
    authenticate,
    callerOfSession: chat.identity.callerOfSession,
    seen: chat.identity.touchChatSession,
    tokenOfUpgrade: tokenOfUpgrade(ground),
    allowOrigin: ground.origins,
    membersOf: (channels) => members.of(channels),
    connected: (userId) => chat.presence.connect(userId),
    act: (action, by) => act(chat, action, by),
    delivered: (...posts) => deliveries.add(...posts),
  })
}

/** Delivers events of other processes, ends sockets of sessions that ended, and pushes presence. */
function deliverEvents({ others, bus }: Ground, hub: ChatHub) {
  others.follow<ChatEvent>(EVENTS, {
    changed: (event) => hub.deliver(event),
    // Missed changes are unknown, so every client reads again.
    afresh: async () => (hub.resyncAll(), false),
  })
  bus.subscribe('sessionsEnded', ({ ids }) => hub.endSessions(ids))
  bus.subscribe('presence', (statuses) => {
    for (const { userId, status } of statuses) {
      const data = { status, user_id: chatIdOf(userId) }
      hub.deliver({ event: 'status_change', data, isForAll: true, isFleeting: true })
    }
  })
}

function answerQueries({ db, queries }: Ground, chat: Chat) {
  const { identity, presence, team } = chat
  queries.subscribe('unread', async ({ userId }) => [
    { room: 'chat', count: (await unreadOf(db, chatIdOf(userId))).mentions },
  ])
  queries.subscribe('members', async (of, id) =>
    of === 'channel' ? (await memberIdsOf(db, id)).map(userIdOf) : [],
  )
  queries.subscribe('chatLine', (line) => postLine(chat, line))
  queries.subscribe('chatDetails', async (userId) => {
    const everyone = (await identity.everyone()).map((one) => one.userId)
    const statuses = await presence.statuses(everyone)
    const online = statuses.filter(({ status }) => status !== 'offline')
    return { id: chatIdOf(userId), team, active_users: online.map((one) => chatIdOf(one.userId)) }
  })
}

const routesOf = (chat: Chat, hasClients: boolean) => ({
  routes: [
    ...systemRoutes(chat, hasClients),
    ...userRoutes(chat),
    ...preferenceRoutes(chat),
    ...statusRoutes(chat),
    ...teamRoutes(chat),
    ...channelRoutes(chat),
    ...memberRoutes(chat),
    ...postRoutes(chat),
    ...signalRoutes(chat),
    ...searchRoutes(chat),
    ...threadRoutes(chat),
    ...fileRoutes(chat),
    ...draftRoutes(chat),
    ...watchChannelRoutes(chat),
  ],
  own: ownRoutes(chat),
})
