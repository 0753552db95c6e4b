import type { ForumCategory } from '@samudra/contract/forum'
import { getForumBookmarks } from '@samudra/contract/forum-posts'
import { TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { elementAt, focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { ForumPage } from '../ForumPage.tsx'
import { WatchMenu } from '../WatchMenu.tsx'
import { NewTopic } from '../write/NewTopic.tsx'
import { useListKeys } from './use-list-keys.ts'
import { WRITE } from '../write/draft-place.ts'
import { write, writingOf } from '../write/writing.store.ts'
import { ListMenu } from './ListMenu.tsx'
import { SearchResults } from './SearchResults.tsx'
import { isOwnList, LISTS, type ListName } from './list-names.ts'
import { DraftList } from './DraftList.tsx'
import { PostTable } from './PostTable.tsx'
import { TopicList } from './TopicList.tsx'
import { useCategories } from './use-categories.ts'

const NO_BOOKMARKS = (
  <Nothing title="No bookmarks" hint="Bookmark a post with the icon below it to find it here." />
)
const LIST_CHOICES = Object.entries(LISTS).map(([value, label]) => ({ value: value as ListName, label }))

/** Lists of topics: of all categories or of one, with search, and the way to a new topic. */
export function ForumLists({ category }: { category: ForumCategory | null }) {
  const categories = useCategories().data ?? []
  const { valueOf, put } = useAddress()
  const named = valueOf('list')
  const list: ListName = named in LISTS ? (named as ListName) : 'latest'
  const canPost = category === null ? categories.some(({ can_post }) => can_post) : category.can_post
  const writing = valueOf(WRITE)
  const draft = writing || (category === null ? 'new' : `new:${category.id}`)
  const begin = () => {
    if (category !== null && writingOf(draft).categoryId === null) write(draft, { categoryId: category.id })
    put(WRITE, draft)
  }
  useListKeys(canPost ? begin : null)
  return (
    <ForumPage
      title={category?.name ?? 'Forum'}
      subtitle={category === null ? '' : countWords(category.topic_count, 'topic')}
      actions={
        <>
          {category !== null && category.can_read && (
            <WatchMenu of={{ category_id: category.id }} level={category.level} />
          )}
          <ListMenu category={category} categories={categories} onDeleted={() => put('list', 'deleted')} />
          {canPost && (
            <PrimaryButton onClick={begin}>
              <IconPlus size={15} aria-hidden /> New topic
            </PrimaryButton>
          )}
        </>
      }
    >
      {category !== null && category.description !== '' && (
        <p className="forum-description">{category.description}</p>
      )}
      {category?.can_read === false ? (
        <Nothing
          title="You do not see the topics of this category"
          hint="As an administrator you may change its audience or delete it by the menu above."
        />
      ) : (
        <Lists category={category} categories={categories} list={list} />
      )}
      <NewTopic
        draft={draft}
        categories={categories}
        isOpen={writing !== ''}
        onClose={() => put(WRITE, '')}
      />
    </ForumPage>
  )
}

type Props = { category: ForumCategory | null; categories: readonly ForumCategory[]; list: ListName }
function Lists({ category, categories, list }: Props) {
  const { valueOf, put, putAll } = useAddress()
  const [q, tag] = [valueOf('q'), valueOf('tag')]
  return (
    <>
      <div className="forum-filters">
        <Segments
          label="List"
          value={list}
          data={LIST_CHOICES.filter(
            ({ value }) =>
              value === list || (value !== 'deleted' && (category === null || !isOwnList(value))),
          )}
          onChange={(value) => put('list', value === 'latest' ? '' : value)}
        />
        <Search
          key={q}
          q={q}
          hasFocus={valueOf('find') !== ''}
          onSearch={(to) => {
            putAll({ q: to, find: null })
            // The field is another one for other words.
            requestAnimationFrame(() => focusIfLost(() => elementAt('.forum-search input')))
          }}
        />
      </div>
      {tag !== '' && (
        <p className="forum-filter">
          Tag <span className="forum-tag">{tag}</span>
          <button
            type="button"
            className="icon-button"
            aria-label="Show all tags"
            onClick={() => put('tag', '')}
          >
            <IconX size={14} aria-hidden />
          </button>
        </p>
      )}
      {q !== '' ? (
        <SearchResults q={q} categories={categories} categoryId={category?.id ?? null} />
      ) : list === 'bookmarks' ? (
        <PostTable
          label={LISTS.bookmarks}
          name="forum-bookmarks"
          op={getForumBookmarks}
          input={{}}
          empty={NO_BOOKMARKS}
        />
      ) : list === 'drafts' ? (
        <DraftList categories={categories} />
      ) : (
        <TopicList categories={categories} categoryId={category?.id ?? null} list={list} tag={tag} />
      )}
    </>
  )
}

type SearchProps = { q: string; hasFocus: boolean; onSearch: (q: string) => void }
function Search({ q, hasFocus, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(q)
  return (
    <form
      role="search"
      className="forum-search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextInput
        aria-label="Search the forum"
        autoFocus={hasFocus}
        placeholder="Search: words, from:user, tag:word, is:unread"
        size="xs"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        rightSection={
          q !== '' && (
            <button
              type="button"
              className="icon-button"
              aria-label="Clear search"
              onClick={() => onSearch('')}
            >
              <IconX size={14} aria-hidden />
            </button>
          )
        }
      />
    </form>
  )
}
