import type { ForumCategory } from '@samudra/contract/forum'
import {
  deleteForumCategory,
  getDeletedForumCategories,
  getForumCategories,
  getForumTopics,
  restoreForumCategory,
} from '@samudra/contract/forum-calls'
import { Button, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { elementAt, focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { CategoryName } from '../CategoryName.tsx'
import { categoryLink, FORUM } from '../forum-links.ts'
import { CategoryForm } from './CategoryForm.tsx'

export type CategoryDialog = 'NEW' | 'EDIT' | 'DELETE' | 'DELETED'
const titleOf = (dialog: CategoryDialog, name: string): string =>
  ({ NEW: 'New category', EDIT: `Change ${name}`, DELETE: `Delete ${name}?`, DELETED: 'Deleted categories' })[
    dialog
  ]
type Props = {
  dialog: CategoryDialog | null
  /** Category that is changed or deleted; null for none. */
  category: ForumCategory | null
  categories: readonly ForumCategory[]
  onClose: () => void
}

/** Dialogs by which administrators create, change, delete and restore categories. */
export function CategoryDialogs(props: Props) {
  const { dialog, onClose } = props
  return (
    <Modal
      opened={dialog !== null}
      onClose={onClose}
      onExitTransitionEnd={() => focusIfLost(() => elementAt('.page-actions [aria-label=More]'))}
      title={dialog === null ? '' : titleOf(dialog, props.category?.name ?? '')}
      size={560}
      centered
      closeOnClickOutside={dialog === 'DELETED'}
    >
      {dialog !== null && <Content {...props} dialog={dialog} />}
    </Modal>
  )
}

function Content({ dialog, category, categories, onClose }: Props & { dialog: CategoryDialog }) {
  const navigate = useNavigate()
  if (dialog === 'DELETED') return <Deleted />
  if (dialog === 'DELETE')
    return category && <DeleteCategory category={category} categories={categories} onClose={onClose} />
  return (
    <CategoryForm
      category={dialog === 'NEW' ? null : category}
      categories={categories}
      onDone={(saved) => {
        onClose()
        if (saved !== null && dialog === 'NEW') void navigate(categoryLink(saved))
      }}
    />
  )
}

type DeleteProps = { category: ForumCategory; categories: readonly ForumCategory[]; onClose: () => void }
function DeleteCategory({ category, categories, onClose }: DeleteProps) {
  const [to, setTo] = useState<string | null>(null)
  const navigate = useNavigate()
  const stale = useStale()
  const others = categories.filter(({ id, can_read }) => id !== category.id && can_read)
  const remove = async () => {
    const { moved } = await call(deleteForumCategory, {
      id: category.id,
      ...(to !== null && { move_topics_to: to }),
    })
    stale(getForumCategories, getForumTopics, getDeletedForumCategories)
    toast(
      to === null
        ? `${category.name} is deleted.`
        : `${category.name} is deleted, ${countWords(moved, 'topic')} moved.`,
      'good',
    )
    onClose()
    void navigate(FORUM)
  }
  return (
    <div className="forum-form">
      {category.can_read ? (
        <Select
          label={`Its ${countWords(category.topic_count, 'topic')}`}
          placeholder="Delete them too"
          description="If you choose none, they are deleted too. Restoring the category restores them."
          clearable
          data={others.map(({ id, name }) => ({ value: id, label: `Move to ${name}` }))}
          value={to}
          onChange={setTo}
        />
      ) : (
        <p>You do not see its topics, so they are deleted too. Restoring the category restores them.</p>
      )}
      <div className="state-buttons">
        <ActionButton size="xs" color="red" onClick={remove}>
          Delete
        </ActionButton>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Deleted() {
  const answer = useAnswer(getDeletedForumCategories, {})
  const stale = useStale()
  const restore = async ({ id, name }: ForumCategory) => {
    await call(restoreForumCategory, { id })
    stale(getForumCategories, getDeletedForumCategories, getForumTopics)
    toast(`${name} is restored.`, 'good')
  }
  if (answer.data === undefined)
    return answer.isError ? <Failed error={answer.error} onRetry={() => answer.refetch()} /> : <Waiting />
  const { items } = answer.data
  if (items.length === 0)
    return <Nothing title="No deleted categories" hint="Restore deleted categories here." />
  return (
    <ul className="forum-deleted">
      {items.map((category) => (
        <li key={category.id}>
          <CategoryName category={category} />
          {category.deleted_at !== null && (
            <span className="dim">
              <When at={category.deleted_at} />
            </span>
          )}
          <ActionButton
            size="xs"
            variant="default"
            aria-label={`Restore ${category.name}`}
            onClick={() => restore(category)}
          >
            Restore
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}
