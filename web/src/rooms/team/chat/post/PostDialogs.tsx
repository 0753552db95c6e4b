import { Button, Modal } from '@mantine/core'
import type { Post } from '@mattermost/types/posts'
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { AttachToAlert } from './AttachToAlert.tsx'
import { ForwardPost } from './ForwardPost.tsx'
import { deletePost, readReceipts } from './post-actions.ts'
import { openPostDialog, usePostOpen } from './post-open.store.ts'
import { ReceiptLists } from './PostReceipts.tsx'

/** Dialogs about one message. */
export function PostDialogs() {
  const { deleting, forwarding, attaching, receiptsOf } = usePostOpen()
  const close = () => openPostDialog({ deleting: null, forwarding: null, attaching: null, receiptsOf: null })
  return (
    <>
      <Modal opened={deleting !== null} onClose={close} title="Delete this message?" size={420} centered>
        {deleting !== null && <Delete post={deleting} onClose={close} />}
      </Modal>
      <Modal opened={forwarding !== null} onClose={close} title="Forward" size={460} centered>
        {forwarding !== null && <ForwardPost post={forwarding} onClose={close} />}
      </Modal>
      <Modal opened={attaching !== null} onClose={close} title="Attach to an alert" size={480} centered>
        {attaching !== null && <AttachToAlert post={attaching} onClose={close} />}
      </Modal>
      <Modal opened={receiptsOf !== null} onClose={close} title="Delivered and seen" size={340} centered>
        {receiptsOf !== null && <ReceiptsOf post={receiptsOf} />}
      </Modal>
    </>
  )
}

function Delete({ post, onClose }: { post: Post; onClose: () => void }) {
  const remove = async () => {
    await deletePost(post)
    onClose()
  }
  return (
    <div className="chat-dialog">
      <blockquote className="quoted-post">{firstWords(post.message, 200) || 'Files'}</blockquote>
      <p className="dim">It is deleted for all users{post.reply_count > 0 && ', with its replies'}.</p>
      <div className="state-buttons">
        <ActionButton color="red" autoFocus onClick={remove}>
          Delete
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function ReceiptsOf({ post }: { post: Post }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['chat receipts', post.id, 'dialog'],
    queryFn: () => readReceipts(post.id),
    staleTime: 0,
    retry: false,
  })
  if (error !== null) return <Failed error={error} onRetry={refetch} />
  return data === undefined ? <Waiting /> : <ReceiptLists of={data} />
}
