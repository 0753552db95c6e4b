import { FORUM_FLAG_REASONS, type ForumPost } from '@samudra/contract/forum'
import { flagForumPost } from '@samudra/contract/forum-moderation'
import { getForumPostEdits } from '@samudra/contract/forum-posts'
import { Modal, Radio, Textarea } from '@mantine/core'
import { diffWords } from 'diff'
import { useEffect, useRef, useState } from 'react'
import { focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { FLAG_WORDS } from '../forum-words.ts'
import { postOrList } from './use-topic-keys.ts'

export type PostDialog = { kind: 'EDITS' | 'FLAG'; post: ForumPost }

/** Dialogs about one post: its changes, and a flag for a moderator. */
export function PostDialogs({ dialog, onClose }: { dialog: PostDialog | null; onClose: () => void }) {
  const number = useRef<number>(undefined)
  useEffect(() => {
    if (dialog !== null) number.current = dialog.post.number
  }, [dialog])
  // The item of the menu that opened it is gone.
  const back = () => focusIfLost(() => postOrList(number.current))
  return (
    <>
      <Modal
        opened={dialog?.kind === 'EDITS'}
        onClose={onClose}
        onExitTransitionEnd={back}
        title={`Changes of post ${dialog?.post.number ?? ''}`}
        size={760}
        centered
      >
        {dialog?.kind === 'EDITS' && <Edits cid={dialog.post.cid} />}
      </Modal>
      <Modal
        opened={dialog?.kind === 'FLAG'}
        onClose={onClose}
        onExitTransitionEnd={back}
        title={`Flag post ${dialog?.post.number ?? ''}`}
        size={440}
        centered
      >
        {dialog?.kind === 'FLAG' && <FlagForm cid={dialog.post.cid} onDone={onClose} />}
      </Modal>
    </>
  )
}

/** Texts of a post, the newest first, each with what it changed. */
function Edits({ cid }: { cid: string }) {
  const answer = useAnswer(getForumPostEdits, { cid })
  if (answer.data === undefined)
    return answer.isError ? <Failed error={answer.error} onRetry={() => answer.refetch()} /> : <Waiting />
  const { items } = answer.data
  return (
    <ol className="forum-edits">
      {items.map((edit, i) => (
        <li key={edit.version}>
          <p className="dim">
            Version {edit.version}, {edit.by}, <When at={edit.at} />
          </p>
          <Difference before={items[i + 1]?.body ?? null} after={edit.body} />
        </li>
      ))}
    </ol>
  )
}

/** Text with what was added and removed since the one before. */
function Difference({ before, after }: { before: string | null; after: string }) {
  if (before === null) return <pre>{after}</pre>
  return (
    <pre>
      {diffWords(before, after).map(({ value, added, removed }, i) =>
        added ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
          <ins key={i}>{value}</ins>
        ) : removed ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
          <del key={i}>{value}</del>
        ) : (
          value
        ),
      )}
    </pre>
  )
}

function FlagForm({ cid, onDone }: { cid: string; onDone: () => void }) {
  const [reason, setReason] = useState<keyof typeof FLAG_WORDS>('OFF_TOPIC')
  const [note, setNote] = useState('')
  const send = async () => {
    await call(flagForumPost, { cid, reason, ...(note.trim() !== '' && { note: note.trim() }) })
    toast('Flagged for the moderators')
    onDone()
  }
  return (
    <div className="forum-form">
      <Radio.Group label="Reason" value={reason} onChange={(value) => setReason(value)}>
        {FORUM_FLAG_REASONS.map((value) => (
          <Radio key={value} value={value} label={FLAG_WORDS[value].label} size="xs" mt={6} />
        ))}
      </Radio.Group>
      <Textarea
        label="Note for the moderators"
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <PrimaryButton onClick={send}>Flag post</PrimaryButton>
    </div>
  )
}
