import { CHAT_BODIES, CHAT_COOKIES, LONGEST_MESSAGE, MOST_FILES } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { mustBeSelf } from '../people/user-routes.ts'
import { presentUsers } from '../people/people.ts'
import { ChatError, invalidBody } from './chat-error.ts'
import { get, OK, open, post, type ChatCall, type ChatRoute } from './serve.ts'

const MB = 1024 * 1024
const VERSION = '11.9.0'

/** Routes of state, configuration and login. `hasClients`: programs of outside may log in. */
export const systemRoutes = (chat: Chat, hasClients: boolean): ChatRoute[] => [
  open(get('/system/ping', async () => ({ json: { status: 'OK' } }))),
  open(get('/config/client', async () => ({ json: configOf(chat) }))),
  open(get('/license/client', async () => ({ json: { IsLicensed: 'false' } }))),
  open(post('/users/login', (call) => logIn(chat, hasClients, call))),
  post('/users/logout', (call) => logOut(chat, call)),
  post('/users/:u/sessions/revoke', async (call) => {
    mustBeSelf(call)
    const { caller, body } = call
    const { session_id } = await body(CHAT_BODIES.sessionId)
    const ended = await chat.identity.endSession(caller.userId, session_id.toUpperCase(), caller.username)
    if (ended === 0) throw invalidBody('No session of yours has this id.')
    return OK
  }),
  get('/system/timezones', async () => ({ json: ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'] })),
  get('/emoji', async () => ({ json: [] })),
  get('/plugins/webapp', async () => ({ json: [] })),
  get('/custom_profile_attributes/fields', async () => ({ json: [] })),
  get('/users/:u/teams/:t/channels/categories', async ({ me }) => ({ json: await categoriesOf(chat, me) })),
]

/** Configuration as clients of the model read it: a flat map of texts. */
const configOf = (chat: Chat): Record<string, string> => ({
  Version: VERSION,
  BuildNumber: VERSION,
  BuildHash: '',
  BuildEnterpriseReady: 'false',
  SiteName: 'Samudra',
  SiteURL: '',
  MaxFileSize: String(chat.settings.number('chat.max_attachment_mb') * MB),
  MaxPostSize: String(LONGEST_MESSAGE),
  MaxFiles: String(MOST_FILES),
  CollapsedThreads: 'always_on',
  FeatureFlagCollapsedThreads: 'true',
  PostPriority: 'true',
  PostAcknowledgements: 'true',
  EnableFileAttachments: 'true',
  EnableCustomEmoji: 'false',
  EnableSignInWithEmail: 'true',
  EnableSignInWithUsername: 'true',
  EnableUserStatuses: 'true',
  EnableUserTypingMessages: 'true',
  TimeBetweenUserTypingUpdatesMilliseconds: '5000',
  ExperimentalEnableAutomaticReplies: 'false',
  AllowSyncedDrafts: 'true',
  TeammateNameDisplay: 'username',
  DefaultClientLocale: 'en',
  RestrictDirectMessage: 'any',
  PasswordMinimumLength: String(chat.settings.number('password.min_length')),
})

/** Ends the session of the caller. */
export async function logOut({ identity }: Pick<Chat, 'identity'>, { caller, reply }: ChatCall) {
  await identity.endSession(caller.userId, caller.sessionId, caller.username)
  for (const { name, path } of Object.values(CHAT_COOKIES)) void reply.clearCookie(name, { path })
  return OK
}

async function logIn(chat: Chat, hasClients: boolean, call: ChatCall) {
  const { userId } = await openProgramSession(chat, hasClients, call)
  const [shown] = await presentUsers(chat, await chat.identity.accountsById([userId]))
  return { json: shown }
}

/** Opens a session of a program of outside and sends its token; returns who logged in, with what. */
export async function openProgramSession(
  chat: Pick<Chat, 'identity'>,
  hasClients: boolean,
  { body, request, reply }: ChatCall,
) {
  const proof = await body(CHAT_BODIES.login)
  const { login_id, password, token } = proof
  if (!hasClients)
    throw new ChatError(
      403,
      'api.user.login.clients_off.app_error',
      'Programs may not log in to the chat of this installation. An administrator allows it with --chat-clients on.',
    )
  const client = {
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    origin: request.headers.origin ?? `${request.protocol}://${request.host}`,
    isSecure: request.protocol === 'https',
    xsrf: undefined,
  }
  const opened = await chat.identity.openChatSession({ username: login_id, password, otp: token }, client)
  const { user, lifeMs, sessionId } = opened
  void reply.header('Token', opened.token)
  if (request.headers['x-requested-with'] === 'XMLHttpRequest')
    chat.identity.setChatCookies(
      {
        set: (name, value, { path, maxAgeS, readable }) =>
          void reply.setCookie(name, value, {
            path,
            maxAge: maxAgeS,
            httpOnly: readable !== true,
            sameSite: 'strict',
            secure: client.isSecure,
          }),
      },
      { token: opened.token, userId: user.id, sessionId, lifeMs },
    )
  return { userId: user.id, sessionId, proof }
}

/** The sidebar of clients of the model: all channels in one section, direct ones in another. */
async function categoriesOf(chat: Chat, me: string) {
  const channels = await chat.channelsOf(me)
  const category = (type: string, name: string, ids: string[], sort_order: number) => ({
    id: `${type}_${me}_${chat.team}`,
    user_id: me,
    team_id: chat.team,
    sort_order,
    sorting: 'recent',
    type,
    display_name: name,
    muted: false,
    collapsed: false,
    channel_ids: ids,
  })
  const idsOf = (isMeant: (type: string) => boolean) =>
    channels.filter(({ type }) => isMeant(type)).map(({ id }) => id)
  const categories = [
    category('favorites', 'Favorites', [], 0),
    category(
      'channels',
      'Channels',
      idsOf((type) => type === 'O' || type === 'P'),
      10,
    ),
    category(
      'direct_messages',
      'Direct Messages',
      idsOf((type) => type === 'D' || type === 'G'),
      20,
    ),
  ]
  return { categories, order: categories.map(({ id }) => id) }
}
