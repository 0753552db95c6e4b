import type { Post, PostMetadata } from '@mattermost/types/posts'
import type { ChatCard } from '@samudra/contract/chat'
import { create } from 'zustand'
import { keepStore } from '../../../../store/saved-stores.ts'
import { chatApi, refusedWith, RETRY_MS } from './chat-client.ts'
import { posted } from './chat-events.ts'
import { chatNow, conversationKey, useChat } from './chat.store.ts'

/** Message that is not stored on the server yet. */
export type Outgoing = {
  pendingId: string
  channelId: string
  rootId: string
  message: string
  fileIds: readonly string[]
  cards: readonly ChatCard[]
  priority: '' | 'important' | 'urgent'
  requestedAck: boolean
  createAt: number
  state: 'SENDING' | 'FAILED'
  /** Reason of a refusal. */
  fault: string | null
}

/** Messages that wait for the server, in the order in which they were sent; they outlive the page. */
export const useOutbox = create<{ waiting: readonly Outgoing[] }>(() => ({ waiting: [] }))
keepStore(useOutbox, {
  name: 'chat.outbox',
  of: 'user',
  read: ({ waiting }) => ({ waiting }),
  restore: ({ waiting }) => ({ waiting: Array.isArray(waiting) ? (waiting as Outgoing[]) : [] }),
})

let isRunning = false
let lastAt = 0

export type Message = Pick<Outgoing, 'channelId' | 'rootId' | 'message'> &
  Partial<Pick<Outgoing, 'fileIds' | 'cards' | 'priority' | 'requestedAck'>>

/** Puts a message into the outbox and begins to send. */
export function sendMessage(message: Message) {
  const { me } = chatNow()
  const createAt = Math.max(Date.now(), lastAt + 1)
  lastAt = createAt
  const next: Outgoing = {
    fileIds: [],
    cards: [],
    priority: '',
    requestedAck: false,
    ...message,
    pendingId: `${me}:${createAt}`,
    createAt,
    state: 'SENDING',
    fault: null,
  }
  useOutbox.setState(({ waiting }) => ({ waiting: [...waiting, next] }))
  const key = conversationKey(next.channelId, next.rootId)
  useChat.setState(({ sent }) => ({ sent: { ...sent, [key]: (sent[key] ?? 0) + 1 } }))
  void runOutbox()
}

export const discardMessage = (pendingId: string) =>
  useOutbox.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.pendingId !== pendingId) }))

/** Sends a refused message again under the same id, so that it is stored once. */
export function retryMessage(pendingId: string) {
  change(pendingId, { state: 'SENDING', fault: null })
  void runOutbox()
}

const change = (pendingId: string, to: Partial<Outgoing>) =>
  useOutbox.setState(({ waiting }) => ({
    waiting: waiting.map((one) => (one.pendingId === pendingId ? { ...one, ...to } : one)),
  }))

/** Returns true for an answer that may be another one later: the server is away, busy or full. */
export const isTemporary = (status: number | null) => status === null || status === 429 || status >= 500

/** Sends what waits, one message after the other; while the server is away it tries again every 5 s. */
export async function runOutbox(): Promise<void> {
  if (isRunning) return
  isRunning = true
  try {
    for (;;) {
      const next = useOutbox.getState().waiting.find(({ state }) => state === 'SENDING')
      if (next === undefined || chatNow().me === '') return
      try {
        const post = await chatApi.createPost(postOf(next))
        useChat.setState((state) => posted(state, post, false, Date.now()))
        discardMessage(next.pendingId)
      } catch (error) {
        const status = refusedWith(error)
        if (!isTemporary(status)) change(next.pendingId, { state: 'FAILED', fault: (error as Error).message })
        else await pause()
      }
    }
  } finally {
    isRunning = false
  }
}

/** Ends the pause before the next try: the socket is back. */
let wake: (() => void) | null = null
export const wakeOutbox = () => wake?.()
const pause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

function postOf(one: Outgoing): Pick<Post, 'channel_id' | 'message'> & Partial<Post> {
  const hasPriority = one.priority !== '' || one.requestedAck
  const metadata = { priority: { priority: one.priority, requested_ack: one.requestedAck } } as PostMetadata
  return {
    channel_id: one.channelId,
    root_id: one.rootId,
    message: one.message,
    file_ids: [...one.fileIds],
    pending_post_id: one.pendingId,
    ...(one.cards.length > 0 ? { props: { cards: one.cards } } : {}),
    ...(hasPriority ? { metadata } : {}),
  }
}
