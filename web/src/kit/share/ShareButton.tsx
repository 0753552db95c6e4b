import { Button } from '@mantine/core'
import type { ChatCard } from '@samudra/contract/chat'
import { IconMessageShare } from '@tabler/icons-react'
import { shareInChat } from './share.store.ts'

/** Button that shares an object in the chat. */
export const ShareButton = ({ card }: { card: ChatCard }) => (
  <Button
    size="compact-xs"
    variant="default"
    leftSection={<IconMessageShare size={13} aria-hidden />}
    onClick={() => shareInChat(card)}
  >
    Share in chat
  </Button>
)
