import { Button, type MantineSize } from '@mantine/core'
import type { ChatCard } from '@samudra/contract/chat'
import { IconMessageShare } from '@tabler/icons-react'
import { shareInChat } from './share.store.ts'

type Props = { card: ChatCard; size?: MantineSize | 'compact-xs' }
/** Button that shares an object in the chat. */
export const ShareButton = ({ card, size = 'compact-xs' }: Props) => (
  <Button
    size={size}
    variant="default"
    leftSection={<IconMessageShare size={14} aria-hidden />}
    onClick={() => shareInChat(card)}
  >
    Share in chat
  </Button>
)
