import type { ForumCategory } from '@samudra/contract/forum'
import { forumDraftChanged } from '@samudra/contract/forum'
import { deleteForumDraft, getForumDrafts, type ForumDraft } from '@samudra/contract/forum-reading'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { Nothing } from '../../../../kit/pages/States.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { Table } from '../../../../kit/tables/Table.tsx'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { copyText } from '../../../../kit/text/copy-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { CategoryName } from '../CategoryName.tsx'
import { draftAddress, draftLabel } from '../write/draft-place.ts'
import { clear } from '../write/writing.store.ts'

/** Drafts of the reader; each opens where it was written. */
export function DraftList({ categories }: { categories: readonly ForumCategory[] }) {
  const navigate = useNavigate()
  const stale = useStale()
  usePush(forumDraftChanged, () => stale(getForumDrafts))
  const answer = useAnswer(getForumDrafts, {})
  const open = async (draft: ForumDraft) => {
    try {
      void navigate(await draftAddress(draft))
    } catch {
      toast('The post of this draft does not exist any more. Copy its text, or discard it.', 'warning')
    }
  }
  const discard = async ({ key }: ForumDraft) => {
    clear(key)
    await call(deleteForumDraft, { key }).catch((error: Error) => toast(error.message, 'bad'))
    stale(getForumDrafts)
  }
  return (
    <Table
      label="Drafts"
      name="forum-drafts"
      columns={columnsFor(categories, discard)}
      rows={answer.data?.items ?? []}
      rowKey={({ key }) => key}
      isWaiting={answer.isPending}
      error={answer.error}
      onRetry={() => answer.refetch()}
      onOpen={(draft) => void open(draft)}
      empty={<Nothing title="No drafts" hint="Texts that you have not posted yet are saved here." />}
    />
  )
}

const titleOf = ({ title, body }: ForumDraft) => title.trim() || firstWords(body, 80) || 'Without text'

function columnsFor(
  categories: readonly ForumCategory[],
  discard: (draft: ForumDraft) => Promise<void>,
): Column<ForumDraft>[] {
  return [
    {
      key: 'text',
      label: 'Draft',
      width: 'minmax(220px, 1fr)',
      isHead: true,
      cell: (draft) => (
        <span className="forum-topic-cell">
          <span className="forum-topic-title">{titleOf(draft)}</span>
        </span>
      ),
      value: titleOf,
    },
    {
      key: 'kind',
      label: 'Kind',
      width: '130px',
      cell: ({ key }) => draftLabel(key),
      value: ({ key }) => draftLabel(key),
    },
    {
      key: 'category',
      label: 'Category',
      width: '150px',
      cell: ({ category_id }) => {
        const category = categories.find(({ id }) => id === category_id)
        return category === undefined ? '' : <CategoryName category={category} />
      },
    },
    {
      key: 'at',
      label: 'Saved',
      width: '120px',
      cell: ({ updated_at }) => <Ago at={updated_at} />,
      value: ({ updated_at }) => updated_at,
    },
    {
      key: 'actions',
      label: 'Actions',
      width: '90px',
      cell: (draft) => (
        <>
          <button
            type="button"
            className="icon-button"
            aria-label={`Copy the text of ${titleOf(draft)}`}
            title="Copy the text"
            onClick={(event) => {
              event.stopPropagation()
              void copyText(draft.body)
            }}
          >
            <IconCopy size={15} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`Discard ${titleOf(draft)}`}
            title="Discard"
            onClick={(event) => {
              event.stopPropagation()
              void discard(draft)
            }}
          >
            <IconTrash size={15} aria-hidden />
          </button>
        </>
      ),
    },
  ]
}
