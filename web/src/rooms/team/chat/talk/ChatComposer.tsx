import { LONGEST_MESSAGE, type ChatCard } from '@samudra/contract/chat'
import { useEffect, useRef, type ReactNode } from 'react'
import { Composer } from '../../../../kit/messages/Composer.tsx'
import { cardOfAddress } from '../../../../map/cards/card.ts'
import { CardChips, CardPicker } from '../../../../map/cards/CardPicker.tsx'
import { useChatPlace } from '../chat-place.ts'
import { openPostDialog } from '../post/post-open.store.ts'
import { chatNow, conversationKey, useChat } from '../state/chat.store.ts'
import { sendTyping } from '../state/chat-link.ts'
import { clearWriting, useDrafts, write, writingOf, type Writing } from '../state/drafts.ts'
import { sendMessage } from '../state/outbox.ts'
import { attachFiles, removeAttachment, retryAttachment } from '../state/upload-files.ts'
import { TypingLine } from './TypingLine.tsx'
import { useNames } from './ChatNames.tsx'

/** Shortest time between two signs of typing, milliseconds. */
const TYPING_MS = 3000

type Props = { channelId: string; rootId?: string; name: string; hasFocus?: boolean }
/** Field for a message to a channel or a thread, with the draft that is saved for it. */
export function ChatComposer({ channelId, rootId = '', name, hasFocus = false }: Props) {
  const key = conversationKey(channelId, rootId)
  const writing = useDrafts(({ byKey }) => byKey[key]) ?? writingOf(channelId, rootId)
  const { choices } = useNames()
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const { isNarrow } = useChatPlace()
  const isForeign = useChat((state) => state.isForeign)
  useFocusOf(key, hasFocus)
  const change = (to: Partial<Writing>) => write(channelId, rootId, () => to)
  const addCard = (card: ChatCard) =>
    write(channelId, rootId, ({ cards }) => ({
      cards: [...cards.filter(({ id, kind }) => id !== card.id || kind !== card.kind), card],
    }))
  const onText = (text: string) => {
    const { rest, card } = takeAddress(writing.text, text)
    if (card !== null) addCard(card)
    change({ text: rest })
    if (text === '' || performance.now() - typedAt.current < TYPING_MS) return
    typedAt.current = performance.now()
    sendTyping(channelId, rootId)
  }
  const send = () => {
    sendMessage({
      channelId,
      rootId,
      message: writing.text.trim(),
      cards: writing.cards,
      fileIds: writing.attachments.flatMap(({ id }) => id ?? []),
      ...writing.priority,
    })
    typedAt.current = Number.NEGATIVE_INFINITY
    clearWriting(channelId, rootId)
  }
  return (
    <div className="chat-composer" data-composer={key}>
      <Composer
        label={rootId === '' ? `Message to ${name}` : 'Reply'}
        placeholder={rootId === '' ? `Message to ${name}` : 'Reply to this thread'}
        text={writing.text}
        onText={onText}
        maxLength={LONGEST_MESSAGE}
        onSend={send}
        onEditLast={() => editLast(channelId, rootId)}
        mentions={choices}
        attachments={writing.attachments}
        onFiles={(files) => attachFiles(channelId, rootId, files)}
        onRemoveFile={(file) => removeAttachment(channelId, rootId, file)}
        onRetryFile={(file) => retryAttachment(channelId, rootId, file)}
        priority={rootId === '' ? writing.priority : null}
        onPriority={(priority) => change({ priority })}
        canRequestAck={!isForeign}
        cards={cardsPart(writing.cards, (card) =>
          change({ cards: writing.cards.filter((one) => one !== card) }),
        )}
        cardTool={<CardPicker onPick={addCard} />}
        foot={<TypingLine of={key} />}
        isCompact={isNarrow || rootId !== ''}
      />
    </div>
  )
}

/** Null without cards: an empty message has none. */
const cardsPart = (cards: readonly ChatCard[], onRemove: (card: ChatCard) => void): ReactNode =>
  cards.length === 0 ? null : <CardChips cards={cards} onRemove={onRemove} />

/** Puts the keyboard into the field when a conversation opens, where a keyboard is. */
function useFocusOf(key: string, hasFocus: boolean) {
  useEffect(() => {
    if (!hasFocus || !matchMedia('(hover: hover)').matches) return
    document.querySelector<HTMLElement>(`[data-composer="${key}"] textarea`)?.focus()
  }, [key, hasFocus])
}

/** Takes an address of the product that was just pasted out of a text, as a card. */
function takeAddress(before: string, after: string): { rest: string; card: ChatCard | null } {
  // One letter is typed, an address is pasted.
  if (after.length < before.length + 12) return { rest: after, card: null }
  let from = 0
  while (from < before.length && before[from] === after[from]) from++
  const tail = before.length - from
  const pasted = after.slice(from, after.length - tail)
  const card = cardOfAddress(pasted, window.location.origin)
  return card === null ? { rest: after, card } : { rest: before, card }
}

/** Opens the newest own message of a conversation for a change. */
function editLast(channelId: string, rootId: string) {
  const { posts, conversations, me } = chatNow()
  const ids =
    rootId === ''
      ? (conversations[channelId]?.window.ids ?? [])
      : Object.values(posts)
          .filter((post) => post.root_id === rootId || post.id === rootId)
          .toSorted((a, b) => a.create_at - b.create_at)
          .map(({ id }) => id)
  const last = ids.findLast(
    (id) => posts[id]?.user_id === me && posts[id].delete_at === 0 && posts[id].type === '',
  )
  if (last !== undefined) openPostDialog({ editing: last })
}
