import type { ForumCategory, ForumTopic } from '@samudra/contract/forum'
import { forumPost, forumRead, forumTopicChanged } from '@samudra/contract/forum'
import { getForumTopics } from '@samudra/contract/forum-calls'
import { IconCheck, IconLock, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { Nothing } from '../../../../kit/pages/States.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { Table } from '../../../../kit/tables/Table.tsx'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { countText } from '../../../../kit/text/quantity-text.ts'
import { usePush } from '../../../../wire/push.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { CategoryName } from '../CategoryName.tsx'
import { topicLink } from '../forum-links.ts'
import { TOPIC_LISTS, type TopicListName } from './list-names.ts'

type Props = {
  categories: readonly ForumCategory[]
  categoryId: string | null
  list: TopicListName
  tag: string
}

/** Topics of all categories or of one, the latest first. */
export function TopicList({ categories, categoryId, list, tag }: Props) {
  const navigate = useNavigate()
  const query = {
    ...(categoryId !== null && { category_id: categoryId }),
    ...(list === 'new' && { new: true }),
    ...(list === 'unread' && { unread: true }),
    ...(list === 'deleted' && { deleted: true }),
    ...(list === 'top' && { sort: 'TOP' as const }),
    ...(tag !== '' && { tag }),
  }
  const { table } = usePages(getForumTopics, query, { rowKey })
  useFresh()
  const columns = useMemo(() => columnsFor(categories, categoryId === null), [categories, categoryId])
  return (
    <Table
      label={TOPIC_LISTS[list]}
      columns={columns}
      onOpen={(topic) => void navigate(topicLink(topic))}
      {...table}
      name="forum-topics"
      csv="topics.csv"
      isLive
      empty={<Nothing title={EMPTY[list].title} hint={EMPTY[list].hint} />}
    />
  )
}

const EMPTY: Record<TopicListName, { title: string; hint: string }> = {
  latest: { title: 'No topics yet', hint: 'Start one with New topic.' },
  new: { title: 'Nothing new', hint: 'You have opened every topic of the last two weeks.' },
  unread: { title: 'All read', hint: 'Topics that you follow appear here after new posts.' },
  top: { title: 'No topics yet', hint: 'Topics with the most likes and posts appear here.' },
  deleted: { title: 'Nothing deleted', hint: 'Deleted topics can be restored from here.' },
}

const rowKey = ({ id }: ForumTopic) => id

/** Reads the list again when topics change. */
function useFresh() {
  const stale = useStale()
  const again = () => stale(getForumTopics)
  usePush(forumPost, again)
  usePush(forumTopicChanged, again)
  usePush(forumRead, again)
}

function columnsFor(categories: readonly ForumCategory[], hasCategory: boolean): Column<ForumTopic>[] {
  const byId = new Map(categories.map((one) => [one.id, one]))
  return [
    {
      key: 'topic',
      label: 'Topic',
      width: 'minmax(220px, 1fr)',
      isHead: true,
      cell: (topic) => (
        <TopicCell topic={topic} category={hasCategory ? byId.get(topic.category_id) : undefined} />
      ),
      value: ({ title }) => title,
    },
    {
      key: 'posts',
      label: 'Posts',
      width: '80px',
      isNumber: true,
      cell: ({ post_count }) => countText(post_count),
      value: ({ post_count }) => post_count,
    },
    {
      key: 'likes',
      label: 'Likes',
      width: '70px',
      isNumber: true,
      cell: ({ like_count }) => (like_count === 0 ? '' : countText(like_count)),
      value: ({ like_count }) => like_count,
    },
    {
      key: 'views',
      label: 'Views',
      width: '75px',
      isNumber: true,
      cell: ({ views }) => countText(views),
      value: ({ views }) => views,
    },
    {
      key: 'last',
      label: 'Last post',
      width: '190px',
      cell: ({ last_poster, last_post_at }) => (
        <span className="forum-last">
          <Ago at={last_post_at} /> <span className="dim">{last_poster.username}</span>
        </span>
      ),
      value: ({ last_post_at }) => last_post_at,
    },
  ]
}

function TopicCell({ topic, category }: { topic: ForumTopic; category: ForumCategory | undefined }) {
  const { title, pinned, locked, answer_post_id, unread, is_new, tags, deleted_at } = topic
  return (
    <span className="forum-topic-cell" data-unread={unread > 0 || is_new || undefined}>
      {pinned !== 'NONE' && <IconPinFilled size={13} aria-label="Pinned" />}
      {locked && <IconLock size={13} aria-label="Locked" />}
      {answer_post_id !== null && <IconCheck className="forum-answered" size={14} aria-label="Answered" />}
      {deleted_at !== null && <IconTrash size={13} aria-label="Deleted" />}
      <Link to={topicLink(topic)} className="forum-topic-title">
        {title}
      </Link>
      {unread > 0 && (
        <b className="forum-unread" title={`${countText(unread)} unread posts`}>
          {countText(unread)}
        </b>
      )}
      {is_new && <span className="forum-fresh">new</span>}
      {category !== undefined && <CategoryName category={category} />}
      {tags.map((tag) => (
        <span key={tag} className="forum-tag">
          {tag}
        </span>
      ))}
    </span>
  )
}
