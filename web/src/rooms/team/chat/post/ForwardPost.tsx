import { Select, Textarea } from '@mantine/core'
import type { Post } from '@mattermost/types/posts'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { quotation } from '../../../../kit/messages/message-markdown.ts'
import { toast } from '../../../../kit/toasts.ts'
import { cardsOf } from '../../../../map/cards/card.ts'
import { postLink } from '../chat-links.ts'
import { channelName, sortChannels, userName } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { sendMessage } from '../state/outbox.ts'

/** Channels that the user may write to, by name. */
export function useChannelChoices() {
  const { channels, members, me, users, statuses } = useChat()
  const mine = Object.values(channels).filter(
    ({ id, delete_at }) => delete_at === 0 && members[id] !== undefined,
  )
  return sortChannels(mine, { me, statuses }).map((channel) => ({
    value: channel.id,
    label: channelName(channel, me, users),
  }))
}

/** Sends a message on to another channel, quoted, with the way back to it. */
export function ForwardPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const choices = useChannelChoices()
  const users = useChat((state) => state.users)
  const [channelId, setChannelId] = useState<string | null>(null)
  const [words, setWords] = useState('')
  const send = () => {
    if (channelId === null) return
    const link = `${window.location.origin}${postLink(post.channel_id, post.id)}`
    const quoted = quotation(userName(users[post.user_id]), post.message).trimEnd()
    sendMessage({
      channelId,
      rootId: '',
      message: `${words.trim() === '' ? '' : `${words.trim()}\n\n`}${quoted}\n>\n> [Original message](${link})`,
      cards: cardsOf(post),
    })
    toast('Forwarded.', 'good')
    onClose()
  }
  return (
    <div className="chat-dialog">
      <Select
        label="To"
        searchable
        data-autofocus
        nothingFoundMessage="No conversation has this name"
        data={choices}
        value={channelId}
        onChange={setChannelId}
      />
      <Textarea
        label="Your words"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className="state-buttons">
        <ActionButton disabled={channelId === null} onClick={send}>
          Forward
        </ActionButton>
      </div>
    </div>
  )
}
