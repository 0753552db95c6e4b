import { Button, TextInput } from '@mantine/core'
import {
  deleteReplayBookmark,
  getReplayBookmarks,
  saveReplayBookmark,
  type ReplayBookmark,
} from '@samudra/contract/replay'
import { tableUpdate } from '@samudra/contract/settings'
import { IconPencil } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { Form } from '../kit/Form.tsx'
import { DeleteButton } from '../kit/DeleteButton.tsx'
import { VersionConflict } from '../kit/VersionConflict.tsx'
import { When } from '../kit/When.tsx'
import { call } from '../wire/call.ts'
import { usePush } from '../wire/push.ts'
import { useAction, useStale } from '../wire/use-answer.ts'
import { KeptList } from './KeptList.tsx'
import { useEveryPage } from './pages.ts'
import { openBookmark } from './open-bookmark.ts'

/** Bookmarks of a period, or all of them, the latest instant first; what others do to them is heard. */
export function useBookmarks(period: { from?: string; to?: string } = {}, isEnabled = true) {
  const stale = useStale()
  usePush(tableUpdate, ({ table }) => {
    if (table === 'replay_bookmarks') stale(getReplayBookmarks)
  })
  return useEveryPage(getReplayBookmarks, period, isEnabled)
}

/** Instants of replays worth coming back to: opened, named anew and deleted here. */
export function Bookmarks({ close }: { close: () => void }) {
  const list = useBookmarks()
  const navigate = useNavigate()
  return (
    <section className="recordings" aria-label="Bookmarks">
      <h3>Bookmarks</h3>
      <KeptList
        {...list}
        noun="bookmarks"
        keyOf={({ id }) => id}
        textOf={({ title, owner }) => `${title} ${owner}`}
        empty="No bookmark yet. Stand at an instant of a replay and press its bookmark sign."
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
      </KeptList>
    </section>
  )
}

function BookmarkRow({ bookmark, open }: { bookmark: ReplayBookmark; open: () => void }) {
  const [isRenamed, setRenamed] = useState(false)
  const { id, title, note, at, owner, mine } = bookmark
  const stale = useStale()
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
            text="It goes for everybody who sees it. Positions and recordings stay as they are."
            remove={async (reason) => {
              await call(deleteReplayBookmark, { id, reason })
              stale(getReplayBookmarks)
            }}
          />
        </>
      )}
    </>
  )
}

function Rename({ bookmark, done }: { bookmark: ReplayBookmark; done: () => void }) {
  const [title, setTitle] = useState(bookmark.title)
  const stale = useStale()
  const save = useAction(async (version: number) => {
    const { id, note, at, link, visibility } = bookmark
    await call(saveReplayBookmark, { id, expected_version: version, title, note, at, link, visibility })
    stale(getReplayBookmarks)
    done()
  })
  const theirs =
    save.fault?.code === 'VERSION_CONFLICT' ? (save.fault.data as ReplayBookmark | undefined) : undefined
  return (
    <Form
      className="bookmark-rename"
      aria-label={`Rename ${bookmark.title}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (title.trim() !== '') void save.run(bookmark.version)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || theirs !== undefined) return
        event.stopPropagation()
        done()
      }}
    >
      <TextInput
        size="xs"
        aria-label="Title of the bookmark"
        autoFocus
        value={title}
        maxLength={120}
        error={theirs === undefined ? save.fault?.message : undefined}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={title.trim() === '' || save.isBusy}>
        Save
      </Button>
      <Button size="xs" variant="default" onClick={done}>
        Cancel
      </Button>
      {theirs !== undefined && (
        <VersionConflict
          noun="bookmark"
          by={theirs.updated_by}
          at={theirs.updated_at}
          rows={[{ label: 'Title', mine: title, theirs: theirs.title, differs: title !== theirs.title }]}
          onKeepMine={() => void save.run(theirs.version)}
          onTakeTheirs={() => {
            stale(getReplayBookmarks)
            done()
          }}
          onClose={save.clear}
        />
      )}
    </Form>
  )
}
