import type { ForumCategory } from '@samudra/contract/forum'
import { isAdministrator } from '@samudra/contract/identity'
import { getForumCategories, getForumTopics } from '@samudra/contract/forum-calls'
import { markAllForumRead } from '@samudra/contract/forum-reading'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { CategoryDialogs, type CategoryDialog } from '../categories/CategoryDialogs.tsx'

type Props = {
  /** Null for the list of all categories. */
  category: ForumCategory | null
  categories: readonly ForumCategory[]
  /** Shows the deleted topics. */
  onDeleted: () => void
}

/** Menu of a list of topics, and of its category for administrators. */
export function ListMenu({ category, categories, onDeleted }: Props) {
  const stale = useStale()
  const isAdmin = useSession(({ user }) => user !== null && isAdministrator(user.role))
  const [dialog, setDialog] = useState<CategoryDialog | null>(null)
  const canModerate = categories.some(({ can_moderate }) => can_moderate)
  const readAll = async () => {
    await call(markAllForumRead, category === null ? {} : { category_id: category.id })
    stale(getForumTopics, getForumCategories)
  }
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={230}>
        <Menu.Target>
          <button type="button" className="icon-button" aria-label="More" title="More">
            <IconDots size={17} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void readAll()}>Mark all as read</Menu.Item>
          {canModerate && <Menu.Item onClick={onDeleted}>Deleted topics</Menu.Item>}
          {isAdmin && (
            <>
              <Menu.Divider />
              {category !== null && (
                <>
                  <Menu.Item onClick={() => setDialog('EDIT')}>Change the category</Menu.Item>
                  <Menu.Item onClick={() => setDialog('DELETE')}>Delete the category</Menu.Item>
                </>
              )}
              <Menu.Item onClick={() => setDialog('NEW')}>New category</Menu.Item>
              <Menu.Item onClick={() => setDialog('DELETED')}>Deleted categories</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <CategoryDialogs
        dialog={dialog}
        category={category}
        categories={categories}
        onClose={() => setDialog(null)}
      />
    </>
  )
}
