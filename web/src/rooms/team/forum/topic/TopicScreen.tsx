import {
  forumTopicChanged,
  type ForumCategory,
  type ForumPost,
  type ForumTopicDetails,
} from '@samudra/contract/forum'
import { getForumTopicDetails } from '@samudra/contract/forum-calls'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { messageRows } from '../../../../kit/messages/message-rows.ts'
import { MessageList } from '../../../../kit/messages/MessageList.tsx'
import { usePublishedHeight } from '../../../../kit/pages/published-height.ts'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { dayText } from '../../../../kit/text/when-text.ts'
import { ObjectCards } from '../../../../map/cards/ObjectCards.tsx'
import { usePush } from '../../../../wire/push.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { categoryLink, FORUM } from '../forum-links.ts'
import { cardOfLink } from '../forum-words.ts'
import { WatchMenu } from '../WatchMenu.tsx'
import { ForumPostView } from './ForumPostView.tsx'
import { PostDialogs, type PostDialog } from './ForumPostDialogs.tsx'
import { PlaceMenu } from './PlaceMenu.tsx'
import { ReadContext, useReadPosition } from './read-position.ts'
import { TopicContext } from './topic-context.ts'
import { TopicBadges } from './TopicBadges.tsx'
import { TopicMenu } from './TopicMenu.tsx'
import { TopicReply } from './TopicReply.tsx'
import { useAnswering } from './use-answering.ts'
import { postOrList, useTopicKeys } from './use-topic-keys.ts'
import { useTopicWindow, type OpenTopic, type Place } from './use-topic-window.ts'
import './topic.css'

type Props = { topic: ForumTopicDetails; categories: readonly ForumCategory[]; cid: string | null }

/** One topic: its posts in their order, the place where the reader was, and the field for another. */
export function TopicScreen({ topic, categories, cid }: Props) {
  const [start] = useState<Place>(() =>
    topic.first_unread === null && topic.read_number > 0 ? 'END' : 'UNREAD',
  )
  const place: Place = useMemo(() => (cid === null ? start : { cid }), [cid, start])
  const open = useTopicWindow(topic.id, place)
  const { place: number, position } = useReadPosition(topic.id, topic.read_number)
  const [answering, setAnswering] = useAnswering(open.window?.posts)
  const [dialog, setDialog] = useState<PostDialog | null>(null)
  const stale = useStale()
  usePush(forumTopicChanged, ({ topic_id }) => {
    if (topic_id === topic.id) stale(getForumTopicDetails)
  })
  const context = useMemo(
    () => ({ topic, categories, open, answering, answer: setAnswering, show: setDialog }),
    [topic, categories, open, answering, setAnswering],
  )
  useTopicKeys(topic.category)
  const shownId = open.window === null ? null : topic.id
  // The link that opened the topic is gone with its screen, so Tab starts at the posts.
  useEffect(() => {
    if (shownId !== null) focusIfLost(() => postOrList(undefined))
  }, [shownId])
  const head = usePublishedHeight('--page-head')
  return (
    <TopicContext value={context}>
      <ReadContext value={position}>
        <div className="page forum-topic">
          <header ref={head} className="page-head forum-topic-head">
            <p className="forum-crumbs">
              <Link to={FORUM}>Forum</Link> ›{' '}
              <Link to={categoryLink(topic.category)}>
                <span className="forum-swatch" style={{ background: topic.category.color }} />
                {topic.category.name}
              </Link>
            </p>
            <h1>
              <TopicBadges topic={topic} />
              {topic.title}
            </h1>
            <div className="page-actions">
              <PlaceMenu number={number} />
              <WatchMenu of={{ topic_id: topic.id }} level={topic.level} />
              <TopicMenu />
            </div>
          </header>
          {topic.links.length > 0 && (
            <div className="forum-topic-cards">
              <ObjectCards cards={topic.links.map(cardOfLink)} />
            </div>
          )}
          <PostList open={open} title={topic.title} />
          <TopicReply />
          <PostDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </div>
      </ReadContext>
    </TopicContext>
  )
}

type ListProps = { open: OpenTopic; title: string }
function PostList({ open, title }: ListProps) {
  const { window, focusId, unreadFrom, fault, jump, older, newer, sent, opened } = open
  const settings = useSettings()
  const rows = useMemo(
    () =>
      messageRows((window?.posts ?? []).map(listed), {
        dayOf: (at) => dayText(at, settings),
        unreadFrom,
      }),
    [window?.posts, unreadFrom, settings],
  )
  const newest = useCallback(() => void jump('END'), [jump])
  if (window === null)
    return fault === null ? <Waiting /> : <Failed error={fault} onRetry={() => jump('UNREAD')} />
  const last = window.posts.at(-1)?.number ?? 0
  return (
    <MessageList
      key={opened}
      label={`Posts of ${title}`}
      rows={rows}
      focusId={focusId}
      hasOlder={window.hasOlder}
      hasNewer={window.hasNewer}
      onOlder={older}
      onNewer={newer}
      unread={window.lastNumber - last}
      onNewest={newest}
      sent={sent}
      renderMessage={(item) => <ForumPostView post={item.post} isFocused={item.id === focusId} />}
    />
  )
}

const listed = (post: ForumPost) => ({
  id: post.cid,
  at: Date.parse(post.created_at),
  groupKey: null,
  post,
})
