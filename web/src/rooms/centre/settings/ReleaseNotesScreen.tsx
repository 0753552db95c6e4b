import { Badge, Button, TextInput } from '@mantine/core'
import { getReleaseNotes, markReleaseNotesRead, type ReleaseNote } from '@samudra/contract/settings'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { call } from '../../../wire/call.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import './settings.css'

const KINDS: Record<ReleaseNote['items'][number]['kind'], string> = {
  NEW: 'New',
  CHANGE: 'Changed',
  FIX: 'Fixed',
}

/** Lists release notes, newest first, and marks those this user has not read. */
export function Component() {
  const [query, setQuery] = useState('')
  const answer = useAnswer(getReleaseNotes, query === '' ? {} : { q: query }, { keep: true })
  const stale = useStale()
  const unread = answer.data?.items.filter((note) => note.read_at === null) ?? []
  const read = useAction(async () => {
    await call(markReleaseNotesRead, { ids: unread.map((note) => note.id) })
    stale(getReleaseNotes)
  })
  return (
    <Page
      title="Release notes"
      subtitle={
        answer.data === undefined
          ? ''
          : answer.data.unread === 0
            ? 'All read'
            : `${answer.data.unread} unread`
      }
      actions={
        <>
          <TextInput
            size="xs"
            placeholder="Search"
            aria-label="Search the release notes"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Button
            size="xs"
            disabled={unread.length === 0}
            loading={read.isBusy}
            onClick={() => void read.run()}
          >
            Mark as read
          </Button>
        </>
      }
    >
      {answer.data === undefined &&
        (answer.isError ? (
          <Failed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Waiting />
        ))}
      {answer.data?.items.length === 0 && <Nothing title="Nothing found" hint="Try other words." />}
      <div className="notes">
        {answer.data?.items.map((note) => (
          <article key={note.id} className="note" data-unread={note.read_at === null}>
            <header>
              <h2>{note.title}</h2>
              <span className="figures">{[note.version, note.date].filter(Boolean).join(' · ')}</span>
              {note.read_at === null && <Badge size="sm">unread</Badge>}
            </header>
            <ul>
              {note.items.map((item) => (
                <li key={item.text}>
                  <span className="note-kind" data-kind={item.kind}>
                    {KINDS[item.kind]}
                  </span>
                  <span>
                    {item.text} {item.route !== null && <Link to={item.route}>Open</Link>}
                  </span>
                </li>
              ))}
            </ul>
          </article>
        ))}
      </div>
    </Page>
  )
}
