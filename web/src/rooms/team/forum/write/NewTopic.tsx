import { FORUM_LIMITS, type ForumCategory } from '@samudra/contract/forum'
import { createForumTopic, getForumTags, getSimilarForumTopics } from '@samudra/contract/forum-calls'
import { Modal, Select, TagsInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { elementAt, focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { faultOf, useAnswer, useStale, type Fault } from '../../../../wire/use-answer.ts'
import { getForumTopics } from '@samudra/contract/forum-calls'
import { topicLink } from '../forum-links.ts'
import { ForumComposer } from './ForumComposer.tsx'
import { clear, settled, useWriting, write, writingOf } from './writing.store.ts'

type Props = { draft: string; categories: readonly ForumCategory[]; isOpen: boolean; onClose: () => void }

/** Dialog for a new topic; what is written in it stays when it is closed. */
export const NewTopic = (props: Props) => (
  <Modal
    opened={props.isOpen}
    onClose={props.onClose}
    onExitTransitionEnd={() => focusIfLost(() => elementAt('.forum-main .table-row[tabindex="0"]'))}
    title="New topic"
    size={760}
    centered
    // A press beside it is no decision.
    closeOnClickOutside={false}
  >
    <Fields {...props} />
  </Modal>
)

const SIMILAR_MS = 400

function Fields({ draft, categories, onClose }: Props) {
  const { title, categoryId, tags } = useWriting(draft)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isSending, setSending] = useState(false)
  const navigate = useNavigate()
  const stale = useStale()
  const open = categories.filter(({ can_post }) => can_post)
  const send = async () => {
    setSending(true)
    try {
      await settled(draft)
      const writing = writingOf(draft)
      const topic = await call(createForumTopic, {
        category_id: writing.categoryId ?? '',
        title: writing.title,
        body: writing.body,
        tags: [...writing.tags],
        file_ids: writing.attachments.flatMap(({ id }) => id ?? []),
        links: [...writing.links],
        client_key: writing.clientKey,
        draft_key: draft,
      })
      clear(draft)
      stale(getForumTopics)
      if (topic.notice !== null) toast(topic.notice, 'warning')
      onClose()
      void navigate(topicLink(topic))
    } catch (error) {
      write(draft, {})
      setFault(faultOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="forum-new" aria-busy={isSending}>
      <div className="forum-new-row">
        <TextInput
          label="Title"
          data-autofocus
          maxLength={FORUM_LIMITS.title.most}
          value={title}
          onChange={({ currentTarget }) => write(draft, { title: currentTarget.value })}
        />
        <Select
          label="Category"
          placeholder="Choose one"
          searchable
          data={open.map(({ id, name }) => ({ value: id, label: name }))}
          value={categoryId !== null && open.some(({ id }) => id === categoryId) ? categoryId : null}
          error={
            categoryId !== null && !open.some(({ id }) => id === categoryId)
              ? 'The category of this draft does not exist any more. Choose another one.'
              : null
          }
          onChange={(id) => write(draft, { categoryId: id })}
        />
      </div>
      <Similar title={title} onClose={onClose} />
      <Tags value={tags} onChange={(to) => write(draft, { tags: to })} />
      <ForumComposer
        draft={draft}
        label="First post"
        placeholder="Write the first post. Markdown, @names, files and cards."
        onSend={() => void send()}
        foot={
          fault !== null && (
            <span className="fault" role="alert">
              {fault.message}
            </span>
          )
        }
      />
    </div>
  )
}

function Tags({ value, onChange }: { value: readonly string[]; onChange: (tags: string[]) => void }) {
  const known = useAnswer(getForumTags, {}, { keep: true }).data?.items ?? []
  return (
    <TagsInput
      label="Tags"
      maxTags={FORUM_LIMITS.tags}
      placeholder={value.length === 0 ? 'Up to five, each a word or two' : ''}
      data={known.map(({ tag }) => tag)}
      value={[...value]}
      onChange={onChange}
    />
  )
}

/** Topics that may already be about it. */
function Similar({ title, onClose }: { title: string; onClose: () => void }) {
  const [wanted] = useDebouncedValue(title.trim(), SIMILAR_MS)
  const { data } = useAnswer(
    getSimilarForumTopics,
    { title: wanted },
    { enabled: wanted.length >= 5, keep: true },
  )
  if (wanted.length < 5 || data === undefined || data.items.length === 0) return null
  return (
    <div className="forum-similar">
      <p className="dim">Topics that are similar:</p>
      <ul>
        {data.items.map((topic) => (
          <li key={topic.id}>
            <Link to={topicLink(topic)} onClick={onClose}>
              {topic.title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
