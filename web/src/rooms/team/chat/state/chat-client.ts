import { Client4, WebSocketClient } from '@mattermost/client'
import { pageAddresses } from '../../../../wire/page-addresses.ts'

/** Pause before the socket opens again, milliseconds; always the same. */
export const RETRY_MS = 5000

/** Address of the chat server: on the own origin of the page unless the page names another. */
const chatUrl = () => pageAddresses().chat ?? `${window.location.origin}/chat`

/** Calls of the chat server, with the cookies of the session. */
export const chatApi = new Client4()
chatApi.setIncludeCookies(true)
chatApi.setHeader('ngrok-skip-browser-warning', 'true')

/** Points the calls at the chat server of this page. */
export function addressChat() {
  chatApi.setUrl(chatUrl())
}

export const newChatSocket = () =>
  new WebSocketClient({
    minWebSocketRetryTime: RETRY_MS,
    maxWebSocketRetryTime: RETRY_MS,
    reconnectJitterRange: 0,
  })

export const chatSocketUrl = () =>
  `${(pageAddresses().chatSocket ?? chatUrl()).replace(/^http/, 'ws')}/api/v4/websocket`

/** Addresses of the bytes of a file. */
export const fileUrl = (id: string) => `${pageAddresses().chatFiles ?? chatUrl()}/api/v4/files/${id}`
export const thumbnailUrl = (id: string) => `${fileUrl(id)}/thumbnail`
export const previewUrl = (id: string) => `${fileUrl(id)}/preview`

type CallOptions = { method?: 'get' | 'post' | 'put' | 'delete'; body?: unknown }
/** Calls an address of the chat server that its own client has no function for. */
export async function chatCall<Answer>(
  path: string,
  { method = 'get', body }: CallOptions = {},
): Promise<Answer> {
  const options = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await fetch(`${chatApi.getBaseRoute()}${path}`, chatApi.getOptions(options) as RequestInit)
  const answer = (await response.json().catch(() => ({}))) as Answer & { id?: string; message?: string }
  if (!response.ok)
    throw new ChatCallError(answer.message ?? 'The chat server does not answer as expected.', {
      status: response.status,
      code: answer.id,
    })
  return answer
}

/** Refusal of a call, as a sentence for people. */
export class ChatCallError extends Error {
  readonly status_code: number
  readonly server_error_id: string | undefined
  constructor(message: string, { status, code }: { status: number; code: string | undefined }) {
    super(message)
    this.status_code = status
    this.server_error_id = code
  }
}

/** True for the refusal of a user without an account at the chat server behind this one. */
export const isNotLinked = (error: unknown) =>
  (error as { server_error_id?: unknown } | null)?.server_error_id === 'api.chat.account_not_linked.app_error'

/** Links the user with the account that a name and password open at the chat server behind this one. */
export const linkAccount = (login_id: string, password: string) =>
  chatCall<unknown>('/link', { method: 'post', body: { login_id, password } })

/** Returns the status of a refused call; null when the server was not reached. */
export function refusedWith(error: unknown): number | null {
  const status = (error as { status_code?: unknown }).status_code
  return typeof status === 'number' && status > 0 ? status : null
}
