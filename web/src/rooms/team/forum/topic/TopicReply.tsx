import type { ForumAuthor } from '@samudra/contract/forum'
import { forumWriting } from '@samudra/contract/forum'
import { setForumOpen } from '@samudra/contract/forum-reading'
import { addForumPosts, replyToPost, updateForumPost } from '@samudra/contract/forum-posts'
import { IconLock, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call, Refused } from '../../../../wire/call.ts'
import { usePush } from '../../../../wire/push.ts'
import { useSession } from '../../../../wire/session.ts'
import { ForumComposer } from '../write/ForumComposer.tsx'
import { clear, loadDrafts, write, writingOf } from '../write/writing.store.ts'
import { changed, withPost } from './topic-window.ts'
import { draftOf, useTopic, type Answering } from './topic-context.ts'

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
    if (answering?.kind !== 'edit') return
    const { body, links } = answering.post
    // A change begins with the text as it is, unless a draft of it was saved.
    void loadDrafts().then(() => writingOf(draft).body === '' && write(draft, { body, links }))
  }, [answering, draft])
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
      answer(null)
      if (answering?.kind === 'edit') open.change((window) => changed(withPost(window, post), post))
      else open.add(post)
      if (post.notice !== null) toast(post.notice, 'warning')
    } catch (error) {
      const isOther = error instanceof Refused && error.code === 'VERSION_CONFLICT'
      toast(
        isOther
          ? 'Somebody else changed this post meanwhile. Your text is still here; look at the changes, then send again.'
          : (error as Error).message,
        'bad',
        { ms: 10_000 },
      )
      if (isOther && answering !== null) show({ kind: 'EDITS', post: answering.post })
    } finally {
      isSending.current = false
    }
  }
  if (!topic.can_post && answering?.kind !== 'edit')
    return (
      <p className="forum-locked">
        <IconLock size={15} aria-hidden />
        {topic.locked ? 'This topic is locked.' : 'You may read this category, and not post in it.'}
      </p>
    )
  return (
    <div className="forum-reply">
      {answering !== null && <AnsweringLine answering={answering} onEnd={() => answer(null)} />}
      <ForumComposer
        key={draft}
        draft={draft}
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
  const { body, attachments, links, quotes, clientKey } = writingOf(draft)
  const file_ids = attachments.flatMap(({ id }) => id ?? [])
  const content = { body, links: [...links], quotes: [...quotes], draft_key: draft }
  if (answering?.kind === 'edit') {
    const { cid, version, files } = answering.post
    const all = [...files.map(({ id }) => id), ...file_ids]
    return call(updateForumPost, { ...content, cid, expected_version: version, file_ids: all })
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
  return writers
}

function writersText(writers: readonly ForumAuthor[]): string {
  if (writers.length === 0) return ''
  if (writers.length > 2) return `${writers.length} people are writing…`
  const names = writers.map(({ username }) => username).join(' and ')
  return `${names} ${writers.length === 1 ? 'is' : 'are'} writing…`
}
