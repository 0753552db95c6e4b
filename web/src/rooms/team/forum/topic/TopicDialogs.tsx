import { FORUM_LIMITS } from '@samudra/contract/forum'
import { getForumTopicDetails, getForumTopics, updateForumTopic } from '@samudra/contract/forum-calls'
import { mergeForumTopic, moveForumTopic, splitForumTopic } from '@samudra/contract/forum-moderation'
import { Modal, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { elementAt, focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { topicLink } from '../forum-links.ts'
import { useTopic } from './topic-context.ts'

export type TopicDialog = 'EDIT' | 'MOVE' | 'SPLIT' | 'MERGE'
const TITLES: Record<TopicDialog, string> = {
  EDIT: 'Title and tags',
  MOVE: 'Move the topic',
  SPLIT: 'Split posts off',
  MERGE: 'Merge into another topic',
}
type Props = { dialog: TopicDialog | null; onClose: () => void }

/** Dialogs that change a topic as a whole. */
export function TopicDialogs({ dialog, onClose }: Props) {
  const forms: Record<TopicDialog, ReactNode> = {
    EDIT: <EditTopic onDone={onClose} />,
    MOVE: <MoveTopic onDone={onClose} />,
    SPLIT: <SplitTopic onDone={onClose} />,
    MERGE: <MergeTopic onDone={onClose} />,
  }
  return (
    <Modal
      opened={dialog !== null}
      onClose={onClose}
      onExitTransitionEnd={() => focusIfLost(() => elementAt('[aria-label="Topic menu"]'))}
      title={dialog === null ? '' : TITLES[dialog]}
      size={520}
      centered
    >
      {dialog !== null && <div className="forum-form">{forms[dialog]}</div>}
    </Modal>
  )
}

/** Reads the topic and lists again after a change. */
function useChanged(onDone: () => void) {
  const stale = useStale()
  return (words: string) => {
    stale(getForumTopicDetails, getForumTopics)
    toast(words)
    onDone()
  }
}

function EditTopic({ onDone }: { onDone: () => void }) {
  const { topic } = useTopic()
  const [title, setTitle] = useState(topic.title)
  const [tags, setTags] = useState([...topic.tags])
  const done = useChanged(onDone)
  const save = async () => {
    await call(updateForumTopic, { id: topic.id, title, tags, expected_version: topic.version })
    done('Topic changed')
  }
  return (
    <>
      <TextInput
        label="Title"
        value={title}
        maxLength={FORUM_LIMITS.title.most}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TagsInput label="Tags" maxTags={FORUM_LIMITS.tags} value={tags} onChange={setTags} />
      <PrimaryButton onClick={save}>Save</PrimaryButton>
    </>
  )
}

function MoveTopic({ onDone }: { onDone: () => void }) {
  const { topic, categories } = useTopic()
  const [to, setTo] = useState<string | null>(null)
  const done = useChanged(onDone)
  const others = categories.filter(({ id, can_moderate }) => can_moderate && id !== topic.category_id)
  return (
    <>
      <Select
        label="Category"
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={to}
        onChange={setTo}
        nothingFoundMessage="You moderate no other category"
      />
      <PrimaryButton
        disabled={to === null}
        onClick={async () => {
          await call(moveForumTopic, { id: topic.id, category_id: to! })
          done('Topic moved')
        }}
      >
        Move
      </PrimaryButton>
    </>
  )
}

function SplitTopic({ onDone }: { onDone: () => void }) {
  const { topic, open } = useTopic()
  const [cids, setCids] = useState<string[]>([])
  const [title, setTitle] = useState('')
  const done = useChanged(onDone)
  const navigate = useNavigate()
  const offered = (open.window?.posts ?? []).filter(
    ({ number, deleted_at }) => number > 1 && deleted_at === null,
  )
  return (
    <>
      <MultiSelect
        label="Posts"
        description="Those that are loaded on this screen"
        searchable
        data={offered.map(({ cid, number, author, body }) => ({
          value: cid,
          label: `#${number} ${author.username}: ${firstWords(body, 40)}`,
        }))}
        value={cids}
        onChange={setCids}
      />
      <TextInput
        label="Title of the new topic"
        value={title}
        maxLength={FORUM_LIMITS.title.most}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <PrimaryButton
        disabled={cids.length === 0 || title.trim().length < FORUM_LIMITS.title.least}
        onClick={async () => {
          const made = await call(splitForumTopic, { id: topic.id, cids, title })
          done('Posts moved to a new topic')
          void navigate(topicLink(made))
        }}
      >
        Split off
      </PrimaryButton>
    </>
  )
}

const PAUSE_MS = 250

function MergeTopic({ onDone }: { onDone: () => void }) {
  const { topic } = useTopic()
  const [typed, setTyped] = useState('')
  const [into, setInto] = useState<string | null>(null)
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useAnswer(getForumTopics, q === '' ? {} : { q }, { keep: true })
  const done = useChanged(onDone)
  const navigate = useNavigate()
  const found = (data?.items ?? []).filter(({ id }) => id !== topic.id)
  return (
    <>
      <Select
        label="Topic"
        placeholder="Words in its posts"
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has searched.
        filter={({ options }) => options}
        data={found.map(({ id, title }) => ({ value: id, label: title }))}
        value={into}
        onChange={setInto}
      />
      <PrimaryButton
        disabled={into === null}
        onClick={async () => {
          const merged = await call(mergeForumTopic, { id: topic.id, into: into! })
          done('Topics merged')
          void navigate(topicLink(merged))
        }}
      >
        Merge
      </PrimaryButton>
    </>
  )
}
