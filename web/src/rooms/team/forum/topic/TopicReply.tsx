import type { ForumAuthor, ForumPost, ForumTopicDetails } from '@samudra/contract/forum'
import { forumPost, forumWriting } from '@samudra/contract/forum'
import { setForumOpen } from '@samudra/contract/forum-reading'
import { addForumPosts, replyToPost, updateForumPost } from '@samudra/contract/forum-posts'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { IconLock, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call, Refused } from '../../../../wire/call.ts'
import { usePush } from '../../../../wire/push.ts'
import { useSession } from '../../../../wire/session.ts'
import { ForumComposer } from '../write/ForumComposer.tsx'
import { begin, clear, loadDrafts, replacing, settled, write, writingOf } from '../write/writing.store.ts'
import { quoteOf } from './quote.ts'
import { changed, withPost } from './topic-window.ts'
import { draftOf, useTopic, type Answering } from './topic-context.ts'
import { leaveField } from './use-topic-keys.ts'

const OPEN_EVERY_MS = 30_000
const TYPING_MS = 3000
const WRITES_FOR_MS = 6000

/** Field under a topic: for a new post, a reply to one, or a change of one. */
export function TopicReply() {
  const { topic, open, answering, answer, show } = useTopic()
  const writers = useWriters(topic.id)
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const isSending = useRef(false)
  const draft = draftOf(topic.id, answering)
  useEffect(() => {
    if (answering !== null) void loadDrafts().then(() => beginAnswer(draft, answering, topic))
  }, [answering, draft, topic])
  const end = () => {
    answer(null)
    // The field of an answer goes away, and the keys of the topic act on the post that was answered.
    if (answering !== null) leaveField(answering.post.number)
  }
  const typing = () => {
    if (performance.now() - typedAt.current < TYPING_MS) return
    typedAt.current = performance.now()
    void call(setForumOpen, { id: topic.id, open: true, writing: true }).catch(() => undefined)
  }
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      const post = await sendPost(draft, topic.id, answering)
      clear(draft)
      end()
      if (answering?.kind === 'edit') open.change((window) => changed(withPost(window, post), post))
      else open.add(post)
      if (post.notice !== null) toast(post.notice, 'warning')
    } catch (error) {
      write(draft, {})
      const isOther = error instanceof Refused && error.code === 'VERSION_CONFLICT'
      toast(isOther ? CHANGED_MEANWHILE : notSent(error as Error), 'bad', { ms: 10_000 })
      if (isOther && answering !== null) {
        // The user has seen the changes when the text is sent again.
        replacing(draft, (error.data as ForumPost).version)
        show({ kind: 'EDITS', post: answering.post })
      }
    } finally {
      isSending.current = false
    }
  }
  if (!topic.can_post && answering?.kind !== 'edit')
    return (
      <p className="forum-locked">
        <IconLock size={15} aria-hidden />
        {whyClosed(topic)}
      </p>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves the field within
    <div
      className="forum-reply"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) leaveField(answering?.post.number)
      }}
    >
      {answering !== null && <AnsweringLine answering={answering} onEnd={end} />}
      <ForumComposer
        key={draft}
        draft={draft}
        {...(answering?.kind === 'edit' && { files: answering.post.files })}
        label={answering === null ? 'New post' : answering.kind === 'reply' ? 'Reply' : 'Edit'}
        placeholder={answering === null ? 'Write a post' : 'Write a reply'}
        onSend={() => void send()}
        onTyping={typing}
        hasFocus={answering !== null}
        foot={<span className="dim">{writersText(writers)}</span>}
      />
    </div>
  )
}

const CHANGED_MEANWHILE =
  'Another user changed this post. Your text is still here. Check the changes, then send again.'
const notSent = ({ message }: Error) =>
  message === MESSAGES.noConnection
    ? `${message}. The post was not sent. Your text is still here; send it when the connection is back.`
    : message

const whyClosed = ({ deleted_at, locked }: ForumTopicDetails) =>
  deleted_at !== null
    ? 'This topic is deleted.'
    : locked
      ? 'This topic is locked.'
      : 'You may read this category, but not post in it.'

/** Begins a change with the text as it is, and a reply to a reply with a quote of it, unless a draft was saved. */
function beginAnswer(draft: string, { kind, post }: Answering, topic: ForumTopicDetails) {
  if (kind === 'reply') {
    if (post.parent_cid !== null) begin(draft, { body: quoteOf(post, topic, post.body) })
    return
  }
  const { body, links, quotes, version, edited_at } = post
  begin(draft, { body, links, quotes, postVersion: version })
  const { postVersion, savedAt } = writingOf(draft)
  if (postVersion !== 0) return
  const isOlder = savedAt !== null && edited_at !== null && savedAt < edited_at
  replacing(draft, isOlder ? version - 1 : version)
}

function AnsweringLine({ answering: { kind, post }, onEnd }: { answering: Answering; onEnd: () => void }) {
  return (
    <p className="forum-answering">
      <span>
        {kind === 'reply' ? 'Reply to' : 'Edit'} #{post.number} {post.author.username}:{' '}
        <span className="dim">{firstWords(post.body, 60)}</span>
      </span>
      <button type="button" className="icon-button" aria-label="Write a new post instead" onClick={onEnd}>
        <IconX size={15} aria-hidden />
      </button>
    </p>
  )
}

async function sendPost(draft: string, topicId: string, answering: Answering | null) {
  await settled(draft)
  const { body, attachments, removed, links, quotes, clientKey, postVersion } = writingOf(draft)
  const file_ids = attachments.flatMap(({ id }) => id ?? [])
  const content = { body, links: [...links], quotes: [...quotes], draft_key: draft }
  if (answering?.kind === 'edit') {
    const { cid, files } = answering.post
    const ofPost = files.map(({ id }) => id).filter((id) => !removed.includes(id))
    const all = [...ofPost, ...file_ids]
    return call(updateForumPost, { ...content, cid, expected_version: postVersion, file_ids: all })
  }
  const more = { ...content, file_ids, client_key: clientKey }
  return answering === null
    ? call(addForumPosts, { ...more, id: topicId })
    : call(replyToPost, { ...more, cid: answering.post.cid })
}

/** Users who write in the topic at the moment; the server is informed that this one has it open. */
function useWriters(id: string): readonly ForumAuthor[] {
  const own = useSession((state) => state.user?.id)
  const [writers, setWriters] = useState<readonly ForumAuthor[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const held = timers.current
    const open = (isOpen: boolean) => call(setForumOpen, { id, open: isOpen }).catch(() => undefined)
    void open(true)
    const timer = setInterval(() => void open(true), OPEN_EVERY_MS)
    return () => {
      clearInterval(timer)
      for (const one of held.values()) clearTimeout(one)
      void open(false)
    }
  }, [id])
  usePush(forumWriting, ({ topic_id, user, writing }) => {
    if (topic_id !== id || user.id === own) return
    const end = () => setWriters((now) => now.filter((one) => one.id !== user.id))
    clearTimeout(timers.current.get(user.id))
    if (!writing) return end()
    setWriters((now) => [...now.filter((one) => one.id !== user.id), user])
    timers.current.set(user.id, setTimeout(end, WRITES_FOR_MS))
  })
  usePush(forumPost, ({ post }) => {
    if (post.topic_id === id) setWriters((now) => now.filter((one) => one.id !== post.author.id))
  })
  return writers
}

function writersText(writers: readonly ForumAuthor[]): string {
  if (writers.length === 0) return ''
  if (writers.length > 2) return `${writers.length} people are writing…`
  const names = writers.map(({ username }) => username).join(' and ')
  return `${names} ${writers.length === 1 ? 'is' : 'are'} writing…`
}
