import { Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { channelName, sortChannels } from './state/channel-order.ts'
import { useChat } from './state/chat.store.ts'

/** Channels that the user may write to, by name. */
function useChannelChoices() {
  const { channels, members, me, users, statuses } = useChat()
  const mine = Object.values(channels).filter(
    ({ id, delete_at }) => delete_at === 0 && members[id] !== undefined,
  )
  return sortChannels(mine, { me, statuses }).map((channel) => ({
    value: channel.id,
    label: channelName(channel, me, users),
  }))
}

type Props = {
  /** Label of the button. */
  label: string
  hint?: string
  onSend: (channelId: string, words: string) => void
}

/** Form for a conversation and the words of a message to it. */
export function ChannelMessageForm({ label, hint, onSend }: Props) {
  const choices = useChannelChoices()
  const [channelId, setChannelId] = useState<string | null>(null)
  const [words, setWords] = useState('')
  return (
    <>
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
      {hint !== undefined && <p className="dim">{hint}</p>}
      <div className="state-buttons">
        <ActionButton
          disabled={channelId === null}
          onClick={() => channelId !== null && onSend(channelId, words.trim())}
        >
          {label}
        </ActionButton>
      </div>
    </>
  )
}
