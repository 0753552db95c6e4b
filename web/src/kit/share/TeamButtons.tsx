import { Button, type MantineSize } from '@mantine/core'
import type { ChatCard } from '@samudra/contract/chat'
import { IconMessage2, IconMessageShare, IconPhone } from '@tabler/icons-react'
import { wishCall } from './call-wish.store.ts'
import { discuss } from './discuss.store.ts'
import { shareInChat } from './share.store.ts'

type Props = { card: ChatCard; size?: MantineSize | 'compact-xs' }
/** Ways to take an object to the team: into the chat, into a call about it, or into the forum. */
export const TeamButtons = ({ card, size = 'compact-xs' }: Props) => (
  <>
    <Button
      size={size}
      variant="default"
      leftSection={<IconMessageShare size={14} aria-hidden />}
      onClick={() => shareInChat(card)}
    >
      Share in chat
    </Button>
    <Button
      size={size}
      variant="default"
      leftSection={<IconPhone size={14} aria-hidden />}
      onClick={() => wishCall({ kind: 'AUDIO', userIds: [], subject: card })}
    >
      Start call
    </Button>
    <Button
      size={size}
      variant="default"
      leftSection={<IconMessage2 size={14} aria-hidden />}
      onClick={() => discuss(card)}
    >
      Forum
    </Button>
  </>
)
