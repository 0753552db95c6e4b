import type { ForumCategory } from '@samudra/contract/forum'
import { decideForumFlag, getForumFlags, type ForumFlag } from '@samudra/contract/forum-moderation'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { MessageText } from '../../../../kit/messages/MessageText.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { CategoryName } from '../CategoryName.tsx'
import { postLink, profileLink } from '../forum-links.ts'
import { FLAG_WORDS } from '../forum-words.ts'
import { useForumNames } from '../ForumNames.tsx'

type Props = { flags: readonly [ForumFlag, ...ForumFlag[]]; category: ForumCategory | undefined }

/** One flagged post with the reasons of those who flagged it, and its decision or the way to one. */
export function FlagCard({ flags, category }: Props) {
  const { isName, isReader } = useForumNames()
  const [first] = flags
  const { post } = first
  const topic = { id: post.topic_id, slug: '' }
  return (
    <li className="forum-card" aria-label={`Post ${post.number} of ${first.topic_title}`}>
      <p className="forum-card-head">
        <Link to={postLink(topic, post.cid)}>
          <b>{first.topic_title}</b> <span className="dim figures">#{post.number}</span>
        </Link>
        {category !== undefined && <CategoryName category={category} />}
        <span className="dim">
          <Link to={profileLink(post.author.username)}>{post.author.username}</Link>,{' '}
          <When at={post.created_at} />
        </span>
      </p>
      <div className="forum-card-post" data-deleted={post.deleted_at !== null || undefined}>
        {post.deleted_at !== null && <p className="dim">Deleted by {post.deleted_by}</p>}
        <MessageText text={post.body} isName={isName} isReader={isReader} />
      </div>
      <ul className="forum-flaggers">
        {flags.map((flag) => (
          <li key={flag.id}>
            <b>{FLAG_WORDS[flag.reason].brief}</b> {flag.note !== '' && <>“{flag.note}” </>}
            <span className="dim">
              {flag.by.username}, <When at={flag.at} />
            </span>
          </li>
        ))}
      </ul>
      {first.state === 'OPEN' ? <Decision flag={first} /> : <Decided flag={first} />}
    </li>
  )
}

function Decided({ flag }: { flag: ForumFlag }) {
  return (
    <p className="dim">
      {flag.state === 'UPHELD' ? 'Upheld' : 'Dismissed'} by {flag.decided_by}
      {flag.decided_at !== null && (
        <>
          , <When at={flag.decided_at} />
        </>
      )}
      {flag.decision_note !== '' && `: ${flag.decision_note}`}
    </p>
  )
}

function Decision({ flag }: { flag: ForumFlag }) {
  const [note, setNote] = useState('')
  const stale = useStale()
  const decide = async (state: 'UPHELD' | 'DISMISSED', isDeleted = false) => {
    try {
      await call(decideForumFlag, {
        id: flag.id,
        state,
        ...(isDeleted && { delete_post: true }),
        ...(note.trim() !== '' && { note: note.trim() }),
      })
      toast(state === 'DISMISSED' ? 'Flag dismissed' : isDeleted ? 'Post deleted' : 'Flag upheld')
    } finally {
      stale(getForumFlags)
    }
  }
  const isGone = flag.post.deleted_at !== null
  return (
    <div className="forum-decision">
      <TextInput
        size="xs"
        aria-label="Note on the decision"
        placeholder="Note on the decision"
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {flag.post.number > 1 && !isGone && (
        <ActionButton size="xs" color="red" onClick={() => decide('UPHELD', true)}>
          Delete the post
        </ActionButton>
      )}
      <ActionButton size="xs" variant="default" onClick={() => decide('UPHELD')}>
        {isGone ? 'Uphold' : 'Uphold, keep the post'}
      </ActionButton>
      <ActionButton size="xs" variant="default" onClick={() => decide('DISMISSED')}>
        Dismiss
      </ActionButton>
      {flag.post.number === 1 && (
        <Button
          size="xs"
          variant="subtle"
          component={Link}
          to={postLink({ id: flag.post.topic_id, slug: '' }, flag.post.cid)}
        >
          Open the topic to move or delete it
        </Button>
      )}
    </div>
  )
}
