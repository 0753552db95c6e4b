import { getReleaseNotes, markReleaseNotesRead, type ReleaseNote } from '@samudra/contract/settings'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { compareVersions, type WrittenNote } from './release-notes.ts'
import { markRead, readMarks } from './release-notes.sql.ts'

type Needs = { db: Db; clock: Clock; notes: () => WrittenNote[] }

export const releaseNoteOps = ({ db, clock, notes }: Needs): Handled[] => [
  handle(getReleaseNotes, async ({ input, caller }) => {
    const all = await notesFor(db, notes(), caller)
    const words = (input.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const found = all
      .filter((note) => input.since === undefined || isSince(note, input.since))
      .filter((note) => input.unread !== true || note.read_at === null)
      .flatMap((note) => searched(note, words))
    return { ...pageOf(found, input, clock.now()), unread: unreadOf(all) }
  }),
  handle(markReleaseNotesRead, async ({ input, caller, record }) => {
    const known = notes().map(({ id }) => id)
    const ids = input.ids.filter((id) => known.includes(id))
    record({ objectType: 'release_notes', objectId: caller.userId, after: { read: ids } })
    if (ids.length > 0) await markRead(db, caller.userId, ids, new Date(clock.now()))
    return { unread: unreadOf(await notesFor(db, notes(), caller)) }
  }),
]

/**
 * Returns the notes for a caller: items without roles, and those of the caller's role; administrators see everything.
 */
async function notesFor(db: Db, notes: WrittenNote[], caller: Caller): Promise<ReleaseNote[]> {
  const marks = new Map((await readMarks(db, caller.userId)).map((row) => [row.note_id, row.read_at]))
  return notes
    .map((note) => ({
      ...note,
      items: note.items.filter(({ roles }) => caller.isAdmin || roles.length === 0 || roles.includes('USER')),
      read_at: marks.get(note.id)?.toISOString() ?? null,
    }))
    .filter(({ items }) => items.length > 0)
}

const unreadOf = (notes: ReleaseNote[]) => notes.filter((note) => note.read_at === null).length

/** `since` is a version, of which the later ones are wanted, or a day from which on. */
const isSince = (note: ReleaseNote, since: string) =>
  /^\d{4}-\d\d-\d\d/.test(since)
    ? note.date === '' || note.date >= since.slice(0, 10)
    : compareVersions(note.version, since) > 0

/** The note with the items that hold every word; all of them when its title or version does. */
function searched(note: ReleaseNote, words: string[]): ReleaseNote[] {
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  if (holds(`${note.title} ${note.version}`)) return [note]
  const items = note.items.filter((item) => holds(item.text))
  return items.length === 0 ? [] : [{ ...note, items }]
}
