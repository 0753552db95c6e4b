import { Client4, ClientError } from '@mattermost/client'
import type { Post } from '@mattermost/types/posts'
import type { UserProfile } from '@mattermost/types/users'
import { login } from '@samudra/contract/identity'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'
import { ulid } from '../../src/platform/kernel/text/ulid.ts'
import { PASSWORD } from '../servers/caller-of.ts'
import { openChatSocket, type ChatSocket } from './chat-socket.ts'

/** Prefix of the chat server on the origin of the product. */
export const CHAT_PREFIX = '/chat/api/v4'
export { PASSWORD }

/** Chat server that the contract suite runs against. */
export type ChatServerUnderTest = {
  /** Name in the titles of tests. */
  title: string
  /** Origin of the product. */
  base: string
  /** True when a server of another vendor stands behind ours, which has no extensions of ours. */
  isProxied: boolean
  /** Adds a user with the password of tests and opens a session of it. */
  user(name?: string, more?: { role?: number; email?: string }): Promise<ChatTester>
  /** Ends it. */
  close(): Promise<void>
}

/** User of a chat server with its session, the real client and the raw protocol. */
export class ChatTester {
  readonly server: Pick<ChatServerUnderTest, 'base'>
  readonly username: string
  /** Access token of the main API. */
  readonly apiToken: string
  readonly token: string
  readonly me: UserProfile
  /** Id of the only team. */
  readonly team: string
  readonly cookies: ReadonlyMap<string, string>
  readonly client: Client4
  readonly #sockets: ChatSocket[] = []

  private constructor(
    server: Pick<ChatServerUnderTest, 'base'>,
    session: ChatSession,
    client: Client4,
    me: UserProfile,
    team: string,
  ) {
    this.server = server
    this.username = session.username
    this.apiToken = session.apiToken
    this.token = session.token
    this.cookies = session.cookies
    this.client = client
    this.me = me
    this.team = team
  }

  /** Logs a user in at the product, as a page does, and opens the chat. */
  static async logIn(
    server: Pick<ChatServerUnderTest, 'base'>,
    username: string,
    isLinking = false,
  ): Promise<ChatTester> {
    if (isLinking) await linkAccount(server.base, username)
    const session = await openSession(server.base, username)
    const client = clientAt(server.base, session.token)
    const [me, teams] = [await client.getMe(), await client.getMyTeams()]
    return new ChatTester(server, session, client, me, teams[0]!.id)
  }

  get id(): string {
    return this.me.id
  }

  /** Calls the chat server with the session of the user, without the client. */
  raw(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RawAnswer> {
    return rawCall(this.server.base, method, path, body, {
      authorization: `Bearer ${this.token}`,
      ...headers,
    })
  }

  /** Calls with the cookies of the page; `csrf` is sent unless it is null. */
  rawAsPage(method: string, path: string, body?: unknown, csrf?: string | null): Promise<RawAnswer> {
    const shown = csrf === undefined ? this.cookies.get('MMCSRF') : csrf
    return rawCall(this.server.base, method, path, body, {
      cookie: this.cookieHeader,
      'x-requested-with': 'XMLHttpRequest',
      ...(shown === null || shown === undefined ? {} : { 'x-csrf-token': shown }),
    })
  }

  get cookieHeader(): string {
    return ['MMAUTHTOKEN', 'MMUSERID', 'MMCSRF'].map((name) => `${name}=${this.cookies.get(name)}`).join('; ')
  }

  /** Opens a socket with the cookie of the page, and waits for hello. */
  async socket(query = ''): Promise<ChatSocket> {
    const socket = openChatSocket(this.server.base, { cookie: this.cookieHeader }, query)
    this.#sockets.push(socket)
    await socket.event('hello')
    return socket
  }

  closeSockets(): void {
    for (const socket of this.#sockets.splice(0)) socket.close()
  }

  /** Returns the channel of all users. */
  async watchFloor() {
    return this.client.getChannelByName(this.team, 'town-square')
  }

  /** Creates a channel; private by default. */
  async channel(more: { type?: 'O' | 'P'; members?: readonly ChatTester[]; name?: string } = {}) {
    const name = more.name ?? `c-${ulid().toLowerCase()}`
    const channel = await this.client.createChannel({
      team_id: this.team,
      name,
      display_name: `Channel ${name.slice(-4)}`,
      type: more.type ?? 'P',
    })
    for (const member of more.members ?? []) await this.client.addToChannel(member.id, channel.id)
    return channel
  }

  /** Posts a message; waits where the server limits how fast a user posts. */
  async post(channelId: string, message: string, more: Record<string, unknown> = {}): Promise<Post> {
    const post = { channel_id: channelId, message, ...more } as Parameters<Client4['createPost']>[0]
    for (let tries = 0; ; tries++) {
      const made = await this.client.createPost(post).catch((error: unknown) => {
        if (!(error instanceof ClientError) || error.status_code !== 429 || tries > 20) throw error
      })
      if (made !== undefined) return made
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }

  /** Returns the membership of the user in a channel. */
  member(channelId: string) {
    return this.client.getMyChannelMember(channelId)
  }
}

export type RawAnswer = { status: number; headers: Headers; text: string; json: () => unknown }

async function rawCall(
  base: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const isBytes = body instanceof Uint8Array || typeof body === 'string'
  const answer = await fetch(base + (path.startsWith('/chat') ? path : CHAT_PREFIX + path), {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isBytes ? (body as string) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: () => JSON.parse(text) as unknown,
  }
}

/** Calls without a session. */
export const rawAt = (base: string, method: string, path: string, body?: unknown, headers = {}) =>
  rawCall(base, method, path, body, headers)

/** The model's own client at a chat server. */
export function clientAt(base: string, token: string): Client4 {
  const client = new Client4()
  client.setUrl(`${base}/chat`)
  client.setIncludeCookies(false)
  client.setToken(token)
  client.setHeader('ngrok-skip-browser-warning', 'true')
  return client
}

/** Links the account of a user at the chat server behind ours, by the same name and password. */
async function linkAccount(base: string, username: string): Promise<void> {
  const { token } = await openSession(base, username)
  const authorization = `Bearer ${token}`
  const proof = { login_id: username, password: PASSWORD }
  const answer = await rawCall(base, 'POST', '/link', proof, { authorization })
  if (answer.status !== 200) throw new Error(`${username} cannot be linked: ${answer.text}`)
}

type ChatSession = {
  username: string
  apiToken: string
  token: string
  cookies: ReadonlyMap<string, string>
}
type LoggedIn = { token: string; chat_token: string | null }

async function openSession(base: string, username: string): Promise<ChatSession> {
  const answer = await fetch(base + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', timestamp: String(Date.now()) },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  const envelope = (await answer.json()) as Envelope<LoggedIn>
  if (!envelope.Status) throw new Error(`${username} cannot log in: ${envelope.Message}`)
  const cookies = new Map(
    answer.headers.getSetCookie().map((line) => {
      const [name, value] = line.split(';')[0]!.split('=')
      return [name!, value!] as const
    }),
  )
  return { username, apiToken: envelope.Data.token, token: envelope.Data.chat_token ?? '', cookies }
}

/** Adds a user like the administrator, with another name. */
export async function addUser(
  db: Db,
  username: string,
  more: { role?: number; email?: string } = {},
): Promise<string> {
  const id = ulid()
  const differs = JSON.stringify({
    id,
    username,
    email: `${username}@centre.example`,
    role: 2,
    sources: ['*'],
    ...more,
  })
  await sql`
    insert into users select (jsonb_populate_record(u, ${differs}::jsonb)).*
    from users u where username = 'admin'`.execute(query(db))
  return id.toLowerCase()
}
