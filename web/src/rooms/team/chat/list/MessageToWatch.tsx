import { Modal, Textarea } from '@mantine/core'
import { LONGEST_MESSAGE } from '@samudra/contract/chat'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { useChatPlace } from '../chat-place.ts'
import { sendToWatch } from './watch-channels.ts'

/** Dialog for a message to the users on duty now. */
export function MessageToWatch({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { openChannel } = useChatPlace()
  const [text, setText] = useState('')
  const send = async () => {
    const channelId = await sendToWatch(text.trim())
    setText('')
    onClose()
    openChannel(channelId)
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title="Ask the watch" size={460} centered>
      <div className="chat-dialog">
        <p className="dim">Reaches all users on duty now.</p>
        <Textarea
          aria-label="Message to the watch"
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={LONGEST_MESSAGE}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="state-buttons">
          <ActionButton disabled={text.trim() === ''} onClick={send}>
            Send
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            Cancel
          </ActionButton>
        </div>
      </div>
    </Modal>
  )
}
