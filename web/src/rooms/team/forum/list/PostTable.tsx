import type { ForumCategory, ForumPost } from '@samudra/contract/forum'
import type { Op } from '@samudra/contract/kernel'
import { IconCheck } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import type { Column } from '../../../../kit/tables/table.ts'
import { Table } from '../../../../kit/tables/Table.tsx'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { countText } from '../../../../kit/text/quantity-text.ts'
import type { Paged } from '../../../../wire/pages-again.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { CategoryName } from '../CategoryName.tsx'
import { postLink } from '../forum-links.ts'
import { useCategories } from './use-categories.ts'

type Row = { post: ForumPost; topic_title: string; category_id: string }
type Props<In extends object, Out extends Paged<Row>> = {
  label: string
  /** Name of the stored look of the table. */
  name: string
  op: Op<In, Out>
  input: Omit<In, 'limit' | 'cursor'>
  empty: ReactNode
}

/** Posts of several topics, each with the way to it. */
export function PostTable<In extends object, Out extends Paged<Row>>(props: Props<In, Out>) {
  const { label, name, op, input, empty } = props
  const navigate = useNavigate()
  const categories = useCategories().data
  const { table } = usePages(op, input, { rowKey })
  const columns = useMemo(() => columnsFor(categories ?? []), [categories])
  return (
    <Table
      label={label}
      name={name}
      csv={`${name}.csv`}
      columns={columns}
      onOpen={(row) => void navigate(linkOf(row))}
      {...table}
      empty={empty}
    />
  )
}

const rowKey = ({ post }: Row) => post.cid
const linkOf = ({ post }: Row) => postLink({ id: post.topic_id, slug: '' }, post.cid)
const textOf = ({ body }: ForumPost) => firstWords(body, 140)

function columnsFor(categories: readonly ForumCategory[]): Column<Row>[] {
  const byId = new Map(categories.map((one) => [one.id, one]))
  return [
    {
      key: 'post',
      label: 'Post',
      width: 'minmax(240px, 1fr)',
      isHead: true,
      cell: (row) => (
        <span className="forum-topic-cell">
          {row.post.is_answer && <IconCheck className="forum-answered" size={14} aria-label="Answer" />}
          <Link to={linkOf(row)} className="forum-topic-title">
            {row.topic_title} <span className="dim figures">#{row.post.number}</span>
          </Link>
          <span className="forum-excerpt">{textOf(row.post)}</span>
        </span>
      ),
      value: ({ topic_title, post }) => `${topic_title} #${post.number}: ${textOf(post)}`,
    },
    {
      key: 'category',
      label: 'Category',
      width: '150px',
      cell: ({ category_id }) => {
        const category = byId.get(category_id)
        return category === undefined ? '' : <CategoryName category={category} />
      },
      value: ({ category_id }) => byId.get(category_id)?.name ?? '',
    },
    {
      key: 'author',
      label: 'Author',
      width: '130px',
      cell: ({ post }) => post.author.username,
      value: ({ post }) => post.author.username,
    },
    {
      key: 'likes',
      label: 'Likes',
      width: '70px',
      isNumber: true,
      cell: ({ post }) => (post.like_count === 0 ? '' : countText(post.like_count)),
      value: ({ post }) => post.like_count,
    },
    {
      key: 'at',
      label: 'Posted',
      width: '120px',
      cell: ({ post }) => <Ago at={post.created_at} />,
      value: ({ post }) => post.created_at,
    },
  ]
}
