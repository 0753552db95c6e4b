import type { Draft } from '@mattermost/types/drafts'
import type { FileInfo } from '@mattermost/types/files'
import type { ChatCard } from '@samudra/contract/chat'
import { create } from 'zustand'
import type { Attachment } from '../../../../kit/messages/attachment.ts'
import { PLAIN_PRIORITY, type Priority } from '../../../../kit/messages/priority.ts'
import { chatApi, thumbnailUrl } from './chat-client.ts'
import { chatNow, conversationKey } from './chat.store.ts'

/** Message that is being written. */
export type Writing = {
  channelId: string
  rootId: string
  text: string
  attachments: readonly Attachment[]
  cards: readonly ChatCard[]
  priority: Priority
}

/** Pause after the last letter before a draft is saved, milliseconds. */
const SAVE_MS = 1000
/** No connection id: every tab of the user follows a draft. */
const NO_CONNECTION = ''

type Drafts = { byKey: Record<string, Writing> }
/** Unsent messages, by conversation. */
export const useDrafts = create<Drafts>(() => ({ byKey: {} }))

const emptyWriting = (channelId: string, rootId: string): Writing => ({
  channelId,
  rootId,
  text: '',
  attachments: [],
  cards: [],
  priority: PLAIN_PRIORITY,
})
export const writingOf = (channelId: string, rootId: string): Writing =>
  useDrafts.getState().byKey[conversationKey(channelId, rootId)] ?? emptyWriting(channelId, rootId)
export const isEmpty = ({ text, attachments, cards }: Writing) =>
  text.trim() === '' && attachments.length === 0 && cards.length === 0

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Changes what is being written; one second after the last change it is saved on the server. */
export function write(channelId: string, rootId: string, change: (before: Writing) => Partial<Writing>) {
  const key = conversationKey(channelId, rootId)
  put(key, (before) => ({ ...before, ...change(before) }), channelId, rootId)
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => void saveDraft(key).catch(() => undefined), SAVE_MS),
  )
}

function put(key: string, change: (before: Writing) => Writing, channelId: string, rootId: string) {
  useDrafts.setState(({ byKey }) => ({
    byKey: { ...byKey, [key]: change(byKey[key] ?? emptyWriting(channelId, rootId)) },
  }))
}

/** Empties the field of a conversation: its message was sent. */
export function clearWriting(channelId: string, rootId: string) {
  const key = conversationKey(channelId, rootId)
  clearTimeout(timers.get(key))
  timers.delete(key)
  put(key, () => emptyWriting(channelId, rootId), channelId, rootId)
  void saveDraft(key).catch(() => undefined)
}

/** Keys of drafts that the server has. */
const stored = new Set<string>()

async function saveDraft(key: string): Promise<void> {
  timers.delete(key)
  const writing = useDrafts.getState().byKey[key]
  if (writing === undefined) return
  const { channelId, rootId } = writing
  if (isEmpty(writing)) {
    if (stored.delete(key)) await chatApi.deleteDraft(channelId, rootId, NO_CONNECTION)
    return
  }
  stored.add(key)
  await chatApi.upsertDraft(draftOf(writing), NO_CONNECTION)
}

function draftOf({ channelId, rootId, text, attachments, cards, priority }: Writing): Draft {
  return {
    create_at: 0,
    update_at: 0,
    delete_at: 0,
    user_id: chatNow().me,
    channel_id: channelId,
    root_id: rootId,
    message: text,
    props: { cards },
    file_ids: attachments.flatMap(({ id }) => id ?? []),
    priority: { priority: priority.priority as '', requested_ack: priority.requestedAck },
  }
}

/** Loads the drafts of the user; what is being written in this tab stays. */
export async function loadDrafts(): Promise<void> {
  const drafts = await chatApi.getUserDrafts(chatNow().teamId)
  for (const draft of drafts ?? []) takeDraft(draft)
}

export function takeDraftEvent(event: string, json: unknown) {
  const draft = JSON.parse(String(json)) as Draft
  const key = conversationKey(draft.channel_id, draft.root_id)
  // Text typed here is newer than text saved by another tab.
  if (timers.has(key)) return
  if (event !== 'draft_deleted') return takeDraft(draft)
  stored.delete(key)
  put(key, () => emptyWriting(draft.channel_id, draft.root_id), draft.channel_id, draft.root_id)
}

function takeDraft(draft: Draft) {
  const { channel_id: channelId, root_id: rootId } = draft
  const key = conversationKey(channelId, rootId)
  // A file that is still being sent is in no draft of the server.
  const isSending = writingOf(channelId, rootId).attachments.some(({ state }) => state !== 'READY')
  if (timers.has(key) || isSending) return
  stored.add(key)
  const files = draft.metadata?.files ?? []
  const known = new Map(writingOf(channelId, rootId).attachments.map((one) => [one.id, one]))
  const attachments = (draft.file_ids ?? []).flatMap((id) => {
    const file = files.find((one) => one.id === id)
    return known.get(id) ?? (file === undefined ? [] : attachmentOf(file))
  })
  const priority: Priority = {
    priority: draft.priority?.priority ?? '',
    requestedAck: draft.priority?.requested_ack ?? false,
  }
  const cards = (draft.props['cards'] ?? []) as ChatCard[]
  put(key, (before) => ({ ...before, text: draft.message, attachments, cards, priority }), channelId, rootId)
}

export const attachmentOf = ({ id, name, size, mime_type, has_preview_image }: FileInfo): Attachment => ({
  key: id,
  id,
  name,
  size,
  type: mime_type,
  state: 'READY',
  progress: 1,
  preview: has_preview_image ? thumbnailUrl(id) : null,
  fault: null,
})
