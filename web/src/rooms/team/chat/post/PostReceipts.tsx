import { Popover } from '@mantine/core'
import type { Post } from '@mattermost/types/posts'
import { IconCheck, IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChat } from '../state/chat.store.ts'
import { userName } from '../state/channel-order.ts'
import { readReceipts, type Receipts } from './post-actions.ts'
import { UserList } from './UserList.tsx'

/** Sign below the newest own message: stored, delivered or seen, and by whom. */
export function PostReceipts({ post }: { post: Post }) {
  const [isOpen, setOpen] = useState(false)
  const seenAt = useChat(({ seen }) =>
    Object.values(seen[post.channel_id] ?? {}).reduce((a, b) => Math.max(a, b), 0),
  )
  const users = useChat((state) => state.users)
  const { data } = useQuery({
    queryKey: ['chat receipts', post.id, seenAt],
    queryFn: () => readReceipts(post.id),
    placeholderData: (before) => before,
    retry: false,
  })
  if (data === undefined) return null
  const words = wordsOf(data, (id) => userName(users[id]))
  const Sign = data.delivered.length > 0 || data.seen.length > 0 ? IconChecks : IconCheck
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" width={260}>
      <Popover.Target>
        <button
          type="button"
          className="post-receipts"
          data-seen={data.seen.length > 0 || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Sign size={14} aria-hidden /> {words}
        </button>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <ReceiptLists of={data} />}</Popover.Dropdown>
    </Popover>
  )
}

/** Users who saw a message, and those who only received it. */
export function ReceiptLists({ of: { seen, delivered } }: { of: Receipts }) {
  const seenIds = seen.map(({ user_id }) => user_id)
  return (
    <>
      <UserList
        title="Seen by"
        ids={seenIds}
        atOf={(id) => seen.find(({ user_id }) => user_id === id)?.at}
        empty="No one has seen it yet."
      />
      <UserList
        title="Delivered to"
        ids={delivered.filter((id) => !seenIds.includes(id))}
        empty="No one else is connected."
      />
    </>
  )
}

function wordsOf({ seen, delivered }: Receipts, nameOf: (id: string) => string): string {
  const [first, ...others] = seen
  if (first === undefined) return delivered.length > 0 ? 'Delivered' : 'Sent'
  const name = nameOf(first.user_id)
  return others.length === 0 ? `Seen by ${name}` : `Seen by ${name} and ${others.length} more`
}
