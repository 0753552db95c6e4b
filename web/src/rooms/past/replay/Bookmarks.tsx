import { Button, TextInput } from '@mantine/core'
import {
  bookmarkKind,
  deleteReplayBookmark,
  saveReplayBookmark,
  type ReplayBookmark,
} from '@samudra/contract/replay'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { DeleteButton } from '../../../kit/forms/DeleteButton.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { bookmarks } from './saved-replays.ts'
import { SavedList } from './SavedList.tsx'
import { openBookmark } from './open-bookmark.ts'

/** Lists bookmarked instants of replays; they are opened, renamed and deleted here. */
export function Bookmarks({ close }: { close: () => void }) {
  const held = useStored(bookmarks)
  const navigate = useNavigate()
  return (
    <section className="recordings" aria-label="Bookmarks">
      <h3>Bookmarks</h3>
      <SavedList
        {...held}
        retry={() => bookmarks.read()}
        noun="bookmarks"
        keyOf={({ id }) => id}
        textOf={({ title, owner }) => `${title} ${owner}`}
        empty="No bookmarks yet. Pause a replay and select the bookmark button."
      >
        {(bookmark) => (
          <BookmarkRow
            bookmark={bookmark}
            open={() => {
              close()
              openBookmark(bookmark, navigate)
            }}
          />
        )}
      </SavedList>
    </section>
  )
}

function BookmarkRow({ bookmark, open }: { bookmark: ReplayBookmark; open: () => void }) {
  const [isRenamed, setRenamed] = useState(false)
  const { id, title, note, at, owner, mine } = bookmark
  if (isRenamed) return <Rename bookmark={bookmark} done={() => setRenamed(false)} />
  return (
    <>
      <button
        type="button"
        className="bookmark-open"
        title={note === '' ? title : `${title}: ${note}`}
        onClick={open}
      >
        <b>{title}</b>
        <small>
          <When at={at} /> · {owner}
        </small>
      </button>
      {mine && (
        <>
          <button
            type="button"
            className="icon-button"
            aria-label={`Rename ${title}`}
            title="Rename"
            onClick={() => setRenamed(true)}
          >
            <IconPencil size={15} />
          </button>
          <DeleteButton
            name={title}
            text="The bookmark is deleted for all users. Positions and recordings stay."
            remove={async (reason) => {
              await call(deleteReplayBookmark, { id, reason })
              bookmarks.drop(id)
            }}
          />
        </>
      )}
    </>
  )
}

function Rename({ bookmark, done }: { bookmark: ReplayBookmark; done: () => void }) {
  const [title, setTitle] = useState(bookmark.title)
  const isEmpty = title.trim() === ''
  return (
    <EditForm
      className="bookmark-rename"
      aria-label={`Rename ${bookmark.title}`}
      kind={bookmarkKind}
      of={bookmark}
      save={async (over) => {
        if (over === null || isEmpty) return
        const { id, version, note, at, link, visibility } = over
        const fields = { title, note, at, link, visibility }
        bookmarks.take(await call(saveReplayBookmark, { id, expected_version: version, ...fields }))
        done()
      }}
      typed={(theirs) => ({ ...theirs, title })}
      take={done}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        done()
      }}
      renderButtons={(isBusy) => (
        <>
          <Button type="submit" size="xs" disabled={isEmpty || isBusy}>
            Save
          </Button>
          <Button size="xs" variant="default" onClick={done}>
            Cancel
          </Button>
        </>
      )}
    >
      {() => (
        <TextInput
          size="xs"
          aria-label="Bookmark title"
          autoFocus
          value={title}
          maxLength={120}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
    </EditForm>
  )
}
