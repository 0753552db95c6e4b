import { Popover } from '@mantine/core'
import type { Post } from '@mattermost/types/posts'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { useChat } from '../state/chat.store.ts'
import { acknowledge, readReceipts } from './post-actions.ts'
import { UserList } from './UserList.tsx'

/** Acknowledgement of a message: the reader's button, and the list of who has and who has not. */
export function PostAck({ post }: { post: Post }) {
  const me = useChat((state) => state.me)
  const [isOpen, setOpen] = useState(false)
  const acks = post.metadata?.acknowledgements ?? []
  const isTaken = acks.some(({ user_id }) => user_id === me)
  const isOwn = post.user_id === me
  return (
    <div className="post-ack">
      {!isOwn && (
        <ActionButton
          size="compact-sm"
          variant={isTaken ? 'default' : 'filled'}
          leftSection={
            isTaken ? <IconCircleCheck size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />
          }
          onClick={() => acknowledge(post, !isTaken)}
        >
          {isTaken ? 'Acknowledged' : 'Acknowledge'}
        </ActionButton>
      )}
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" width={280}>
        <Popover.Target>
          <button type="button" className="link-button" onClick={() => setOpen(!isOpen)}>
            {acks.length} acknowledged
          </button>
        </Popover.Target>
        <Popover.Dropdown>{isOpen && <AckList post={post} />}</Popover.Dropdown>
      </Popover>
    </div>
  )
}

function AckList({ post }: { post: Post }) {
  const acks = post.metadata?.acknowledgements ?? []
  const isForeign = useChat((state) => state.isForeign)
  const { data, error } = useQuery({
    queryKey: ['chat receipts', post.id, acks.length],
    queryFn: () => readReceipts(post.id),
    enabled: !isForeign,
  })
  return (
    <>
      {error !== null && <p className="refusal">{error.message}</p>}
      {isForeign ? (
        <p className="dim">This chat server does not report who has not acknowledged.</p>
      ) : (
        <UserList title="Not yet" ids={data?.missing_ack ?? []} empty="Everybody has acknowledged." />
      )}
      <UserList
        title="Acknowledged"
        ids={acks.map(({ user_id }) => user_id)}
        atOf={(id) => acks.find(({ user_id }) => user_id === id)?.acknowledged_at}
        empty="No one has yet."
      />
    </>
  )
}
