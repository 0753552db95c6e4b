import type { ChatCard } from '@samudra/contract/chat'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { ObjectCards } from '../../../map/cards/ObjectCards.tsx'
import { ChannelMessageForm } from './ChannelMessageForm.tsx'
import { openDock } from './chat-options.store.ts'
import { useChat } from './state/chat.store.ts'
import { sendMessage } from './state/outbox.ts'

/** Sends a card of an object to a conversation, with a few words. */
export function ShareDialog({ card, onClose }: { card: ChatCard; onClose: () => void }) {
  const stage = useChat((state) => state.stage)
  const fault = useChat((state) => state.fault)
  if (stage === 'failed' && fault !== null) return <Failed error={fault} />
  if (stage !== 'ready') return <Waiting />
  const send = (channelId: string, message: string) => {
    sendMessage({ channelId, rootId: '', message, cards: [card] })
    toast('Shared in the chat.', 'good', { action: { label: 'Open', act: () => openDock(channelId) } })
    onClose()
  }
  return (
    <div className="chat-dialog">
      <ObjectCards cards={[card]} />
      <ChannelMessageForm label="Share" hint="Each reader sees only what they may see." onSend={send} />
    </div>
  )
}
