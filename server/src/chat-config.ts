import type { PageAddresses } from '@samudra/contract/addresses'
import type { RemoteChatOptions } from './platform/ground.ts'
import { StartFailure } from './platform/kernel/http/errors.ts'

/** Options of the chat: another server in place of the own one, and addresses that pages use. */
export const CHAT_OPTIONS = [
  [
    'chat-url',
    'CHAT_URL',
    'URL',
    'a Mattermost server whose chat is shown in place of the own one: https://chat.example (none)',
  ],
  [
    'chat-admin-token',
    'CHAT_ADMIN_TOKEN',
    'TEXT',
    'access token of an administrator of --chat-url, by which accounts of the same name are linked (users link theirs by password)',
  ],
  [
    'chat-address',
    'CHAT_ADDRESS',
    'URL',
    'address of the chat that pages call (their own origin with /chat)',
  ],
  [
    'chat-socket-address',
    'CHAT_SOCKET_ADDRESS',
    'URL',
    'address of the socket of the chat that pages open (that of the chat)',
  ],
  [
    'chat-files-address',
    'CHAT_FILES_ADDRESS',
    'URL',
    'address that pages load files of the chat from (that of the chat)',
  ],
  ['video-address', 'VIDEO_ADDRESS', 'URL', 'address of the video server that pages use (their own origin)'],
] as const
type ChatOption = (typeof CHAT_OPTIONS)[number][0]
type Value = (name: ChatOption) => string | undefined

/** Returns the chat server of another vendor; undefined when none is named. Its address is never repeated with a secret in it. */
export function chatRemoteIn(value: Value): RemoteChatOptions | undefined {
  const [url, adminToken] = [value('chat-url'), value('chat-admin-token')]
  if (url !== undefined) return { url: addressIn('chat-url', url), adminToken: adminToken ?? null }
  if (adminToken !== undefined)
    throw new StartFailure('--chat-admin-token is for --chat-url; name that server, or leave the token out.')
  return undefined
}

/** Returns the addresses that pages use; undefined when every one is their own origin. */
export function pageAddressesIn(value: Value): PageAddresses | undefined {
  const read = (name: ChatOption) => {
    const text = value(name)
    return text === undefined ? null : addressIn(name, text)
  }
  const addresses = {
    chat: read('chat-address'),
    chatSocket: read('chat-socket-address'),
    chatFiles: read('chat-files-address'),
    video: read('video-address'),
  }
  return Object.values(addresses).some((one) => one !== null) ? addresses : undefined
}

function addressIn(name: ChatOption, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new StartFailure(`--${name} must be an address like https://chat.example.`)
  return url.href.replace(/\/$/, '')
}
