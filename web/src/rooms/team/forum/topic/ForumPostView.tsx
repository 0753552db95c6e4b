import type { ForumPost } from '@samudra/contract/forum'
import { getForumPost } from '@samudra/contract/forum-posts'
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconCornerDownRight,
  IconHeart,
  IconHeartFilled,
  IconMessageReply,
  IconQuote,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { MessageText } from '../../../../kit/messages/MessageText.tsx'
import { PersonName } from '../../../../kit/people/PersonName.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { ObjectCards } from '../../../../map/cards/ObjectCards.tsx'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { postLink, profileLink } from '../forum-links.ts'
import { useForumNames } from '../ForumNames.tsx'
import { cardOfLink } from '../forum-words.ts'
import { write } from '../write/writing.store.ts'
import { ForumPostFiles } from './ForumPostFiles.tsx'
import { bookmark, like } from './post-changes.ts'
import { PostMenu } from './PostMenu.tsx'
import { quoteOf } from './quote.ts'
import { useSeen } from './read-position.ts'
import { draftOf, useTopic } from './topic-context.ts'

/** One post with its author, text, files, cards, and what can be done with it. */
export function ForumPostView({ post, isFocused }: { post: ForumPost; isFocused: boolean }) {
  const element = useSeen(post.number)
  const { topic } = useTopic()
  const isDeleted = post.deleted_at !== null
  return (
    <article
      ref={element}
      className="forum-post"
      tabIndex={-1}
      data-focused={isFocused || undefined}
      data-answer={post.is_answer || undefined}
      data-deleted={isDeleted || undefined}
      aria-label={`#${post.number}, ${post.author.username}: ${firstWords(post.body)}`}
    >
      <header className="forum-post-head">
        <Link to={profileLink(post.author.username)} className="forum-author">
          <PersonName userId={post.author.id} name={post.author.username} />
        </Link>
        <span className="dim">
          <When at={post.created_at} />
        </span>
        {post.edited_at !== null && <Edited post={post} />}
        {post.is_answer && (
          <span className="forum-answer-mark">
            <IconCheck size={14} aria-hidden /> Answer
          </span>
        )}
        <Link className="forum-number figures" to={postLink(topic, post.cid)} title="Link to this post">
          #{post.number}
        </Link>
      </header>
      {post.parent_number !== null && <ParentLine post={post} />}
      {isDeleted && (
        <p className="dim">
          Deleted by {post.deleted_by}
          {post.delete_reason !== null && post.delete_reason !== '' && `: ${post.delete_reason}`}
        </p>
      )}
      {post.body !== '' && <PostBody post={post} />}
      {!isDeleted && (
        <>
          <ObjectCards cards={post.links.map(cardOfLink)} />
          <ForumPostFiles topicId={post.topic_id} files={post.files} />
        </>
      )}
      <PostActions post={post} />
    </article>
  )
}

function PostBody({ post }: { post: ForumPost }) {
  const { isName, isReader } = useForumNames()
  return <MessageText text={post.body} isName={isName} isReader={isReader} />
}

function Edited({ post }: { post: ForumPost }) {
  const { show } = useTopic()
  return (
    <button
      type="button"
      className="link-button dim"
      title={`Edited ${countWords(post.edits.length, 'time')}`}
      onClick={() => show({ kind: 'EDITS', post })}
    >
      edited
    </button>
  )
}

/** Leads to the post that this one replies to. */
function ParentLine({ post }: { post: ForumPost }) {
  const { open } = useTopic()
  const parent = open.window?.posts.find(({ cid }) => cid === post.parent_cid)
  return (
    <button
      type="button"
      className="forum-parent link-button"
      onClick={() => void open.jump({ cid: post.parent_cid! })}
    >
      <IconCornerDownRight size={13} aria-hidden />
      <span>
        Reply to #{post.parent_number}
        {parent !== undefined && ` ${parent.author.username}: ${firstWords(parent.body, 50)}`}
      </span>
    </button>
  )
}

const PostActions = ({ post }: { post: ForumPost }) => (
  <footer className="forum-post-actions">
    {post.deleted_at === null && <Answers post={post} />}
    <PostMenu post={post} />
  </footer>
)

/** Ways to answer a post: like, reply, quote, bookmark. */
function Answers({ post }: { post: ForumPost }) {
  const { topic, open, answer } = useTopic()
  const own = useSession((state) => state.user?.id)
  const running = useRef(new Set<string>())
  const once = async (action: string, work: () => Promise<void>) => {
    if (running.current.has(action)) return
    running.current.add(action)
    await work().finally(() => running.current.delete(action))
  }
  const isOwn = post.author.id === own
  return (
    <>
      <button
        type="button"
        className="forum-action"
        data-action="like"
        aria-pressed={post.liked}
        title={isOwn ? 'Your own post' : post.liked ? 'Remove like' : 'Like'}
        disabled={isOwn}
        onClick={() => void once('like', () => like(open, post))}
      >
        {post.liked ? <IconHeartFilled size={15} aria-hidden /> : <IconHeart size={15} aria-hidden />}
        <span className="visually-hidden">Like </span>
        {post.like_count > 0 && <span className="figures">{post.like_count}</span>}
      </button>
      {topic.can_post && (
        <>
          <button
            type="button"
            className="forum-action"
            data-action="reply"
            onClick={() => answer({ kind: 'reply', post })}
          >
            <IconMessageReply size={15} aria-hidden /> Reply
            {post.reply_count > 0 && <span className="figures">{post.reply_count}</span>}
          </button>
          <button
            type="button"
            className="forum-action"
            data-action="quote"
            aria-label="Quote"
            title="Quote this post in the field below"
            onClick={() => void quote(post, topic)}
          >
            <IconQuote size={15} aria-hidden />
          </button>
        </>
      )}
      <button
        type="button"
        className="forum-action"
        data-action="bookmark"
        aria-pressed={post.bookmarked}
        aria-label={post.bookmarked ? 'Remove the bookmark' : 'Bookmark'}
        title={post.bookmarked ? 'Remove the bookmark' : 'Bookmark'}
        onClick={() => void once('bookmark', () => bookmark(open, post))}
      >
        {post.bookmarked ? (
          <IconBookmarkFilled size={15} aria-hidden />
        ) : (
          <IconBookmark size={15} aria-hidden />
        )}
      </button>
    </>
  )
}

/** Puts a quote of a post, or of what is marked in it, into the field for a new one. */
async function quote(post: ForumPost, topic: { id: string; slug: string }) {
  const marked = window.getSelection()?.toString().trim() ?? ''
  const { body } = marked === '' ? await call(getForumPost, { cid: post.cid }).catch(() => post) : post
  const text = marked !== '' && post.body.includes(marked.split('\n')[0]!) ? marked : body
  const key = draftOf(topic.id, null)
  write(key, (now) => ({
    body: `${now.body}${now.body === '' ? '' : '\n\n'}${quoteOf(post, topic, text)}`,
    quotes: [...new Set([...now.quotes, post.cid])],
  }))
  document.querySelector<HTMLTextAreaElement>('.forum-reply textarea')?.focus()
}
