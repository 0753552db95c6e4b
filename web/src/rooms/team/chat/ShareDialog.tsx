import { Select, Textarea } from '@mantine/core'
import type { ChatCard } from '@samudra/contract/chat'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { openDock } from './chat-options.store.ts'
import { useChannelChoices } from './post/ForwardPost.tsx'
import { useChat } from './state/chat.store.ts'
import { sendMessage } from './state/outbox.ts'
import { ObjectCards } from '../../../map/cards/ObjectCards.tsx'

/** Sends a card of an object to a conversation, with a few words. */
export function ShareDialog({ card, onClose }: { card: ChatCard; onClose: () => void }) {
  const stage = useChat((state) => state.stage)
  const fault = useChat((state) => state.fault)
  const choices = useChannelChoices()
  const [channelId, setChannelId] = useState<string | null>(null)
  const [words, setWords] = useState('')
  if (stage === 'failed' && fault !== null) return <Failed error={fault} />
  if (stage !== 'ready') return <Waiting />
  const send = () => {
    if (channelId === null) return
    sendMessage({ channelId, rootId: '', message: words.trim(), cards: [card] })
    toast('Shared in the chat.', 'good', { action: { label: 'Open', act: () => openDock(channelId) } })
    onClose()
  }
  return (
    <div className="chat-dialog">
      <ObjectCards cards={[card]} />
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
      <p className="dim">Each reader sees of it what the reader may see.</p>
      <div className="state-buttons">
        <ActionButton disabled={channelId === null} onClick={send}>
          Share
        </ActionButton>
      </div>
    </div>
  )
}
