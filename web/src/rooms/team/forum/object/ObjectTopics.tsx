import type { ForumLink } from '@samudra/contract/forum'
import { Link } from 'react-router'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { CategoryName } from '../CategoryName.tsx'
import { topicLink } from '../forum-links.ts'
import { useCategories } from '../list/use-categories.ts'
import { TopicBadges } from '../topic/TopicBadges.tsx'
import { useObjectTopics } from './use-object-topics.ts'
import '../forum.css'

type Props = { object: Pick<ForumLink, 'type' | 'id'>; onOpen?: () => void }

/** Topics of the forum about an object that the reader sees, the latest first. */
export function ObjectTopics({ object, onOpen }: Props) {
  const answer = useObjectTopics(object)
  const categories = useCategories().data ?? []
  if (answer.data === undefined)
    return answer.isError ? <Failed error={answer.error} onRetry={() => answer.refetch()} /> : <Waiting />
  const { items } = answer.data
  if (items.length === 0) return <p className="dim">No topics about it yet.</p>
  return (
    <ul className="forum-object-topics">
      {items.map((topic) => {
        const category = categories.find(({ id }) => id === topic.category_id)
        return (
          <li key={topic.id}>
            <TopicBadges topic={topic} />
            <Link to={topicLink(topic)} onClick={onOpen}>
              {topic.title}
            </Link>
            {category !== undefined && <CategoryName category={category} />}
            <span className="dim">
              {countWords(topic.post_count, 'post')}, <Ago at={topic.last_post_at} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
