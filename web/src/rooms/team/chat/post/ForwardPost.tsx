import type { Post } from '@mattermost/types/posts'
import { quotation } from '../../../../kit/messages/message-markdown.ts'
import { toast } from '../../../../kit/toasts.ts'
import { cardsOf } from '../../../../map/cards/card.ts'
import { ChannelMessageForm } from '../ChannelMessageForm.tsx'
import { postLink } from '../chat-links.ts'
import { userName } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { sendMessage } from '../state/outbox.ts'

/** Sends a message on to another channel, quoted, with the way back to it. */
export function ForwardPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const users = useChat((state) => state.users)
  const send = (channelId: string, words: string) => {
    const link = `${window.location.origin}${postLink(post.channel_id, post.id)}`
    const quoted = quotation(userName(users[post.user_id]), post.message).trimEnd()
    sendMessage({
      channelId,
      rootId: '',
      message: `${words === '' ? '' : `${words}\n\n`}${quoted}\n>\n> [Original message](${link})`,
      cards: cardsOf(post),
    })
    toast('Forwarded.', 'good')
    onClose()
  }
  return (
    <div className="chat-dialog">
      <ChannelMessageForm label="Forward" onSend={send} />
    </div>
  )
}
