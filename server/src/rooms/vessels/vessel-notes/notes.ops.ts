import {
  deleteVesselNote,
  getVesselNotes,
  getVesselNoteVersions,
  noteKind,
  saveVesselNote,
  type VesselNote,
} from '@samudra/contract/vessel-notes'
import { allOf, anyOf, users, type MayKnow } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { parseSearch } from '../../../platform/kernel/objects/full-text.sql.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import {
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../platform/kernel/objects/object-calls.ts'
import { columnsOf, versionOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { StoredObjects } from '../../../platform/kernel/objects/stored-objects.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { readNotes } from './notes.sql.ts'

export type NoteBody = { mmsi: string; text: string; author: string }
type Note = Held<NoteBody>
type Needs = { db: Db; clock: Clock; send: Send; notes: StoredObjects<NoteBody>; mayKnow: MayKnow }

export const SEARCHED = { mmsi: 'mmsi', author: 'author' } as const
const SEARCHABLE = { fields: Object.keys(SEARCHED), isTimed: true }
/** Maximum number of notes in one answer; more are not readable. */
const MOST = 1000

export const noteOps = (needs: Needs): Handled[] => [list, save, remove, versions].map((make) => make(needs))

/** Returns true for the author, and for users who may see the vessel. */
const isKnown = ({ mayKnow }: Needs, { body, owner_id }: Note, caller: Caller) =>
  owner_id === caller.userId || mayKnow(Number(body.mmsi), caller)

const present = ({ notes }: Needs, note: Note, caller: Caller): VesselNote => ({
  ...columnsOf(note, notes.isChangedBy(note, caller)),
  mmsi: note.body.mmsi,
  text: note.body.text,
})

const list = (needs: Needs) =>
  handle(getVesselNotes, async ({ input, caller }) => {
    const at = input.as_of === undefined ? null : new Date(input.as_of)
    const words = input.q?.trim() ?? ''
    if (words !== '' && at !== null) {
      const why = 'notes are searched as they are now; leave the instant out'
      throw new OperationError('VALIDATION', `Check q: ${why}.`, {
        fields: [
          { field: 'q', why },
          { field: 'as_of', why },
        ],
      })
    }
    const of = input.mmsi === undefined ? '' : ` mmsi:${input.mmsi}`
    const found =
      words === ''
        ? null
        : (await needs.notes.search(caller, parseSearch(words + of, SEARCHABLE), { limit: MOST })).items
    const read = found ?? (await readSeen(needs, input, at, caller))
    const visible = read.filter((one) => (input.ids?.includes(one.id) ?? true) && isKnown(needs, one, caller))
    const page = pageOf(visible, input, at?.getTime() ?? needs.clock.now())
    return { ...page, items: page.items.map((one) => present(needs, one, caller)) }
  })

async function readSeen(
  { db, notes }: Needs,
  { mmsi, ids }: { mmsi?: string | undefined; ids?: string[] | undefined },
  at: Date | null,
  caller: Caller,
): Promise<Note[]> {
  const rows = await readNotes(db, { mmsi: mmsi ?? null, ids: ids ?? null, at, most: MOST })
  return rows.flatMap(({ row, present: now }) =>
    [row, now].every((one) => notes.isSeenBy(one as Note, caller)) ? [row as Note] : [],
  )
}

/** The notes about a ship that the caller sees, as they stand or stood then, the newest first. */
export const notesAbout = async (needs: Needs, mmsi: string, asOf: number | null, caller: Caller) => {
  const read = await readSeen(needs, { mmsi }, asOf === null ? null : new Date(asOf), caller)
  return read.filter((one) => isKnown(needs, one, caller)).map((one) => present(needs, one, caller))
}

const save = (needs: Needs) =>
  handle(saveVesselNote, async ({ input, caller, record }) => {
    const { mmsi, text, visibility, reason } = input
    if (input.id === undefined && !needs.mayKnow(Number(mmsi), caller))
      throw new OperationError('NOT_FOUND', `MMSI ${mmsi} was never received; check its digits.`)
    const before = input.id === undefined ? null : await known(needs, input.id, caller)
    if (before !== null && before.body.mmsi !== mmsi) {
      const why = 'a note cannot move to another vessel; write a new one'
      throw new OperationError('VALIDATION', `Check mmsi: ${why}.`, { fields: [{ field: 'mmsi', why }] })
    }
    const author = before?.body.author ?? caller.username
    const draft = { visibility, reason, bodyOf: (): NoteBody => ({ mmsi, text, author }) }
    const about = { mmsi, owner: before?.owner_id ?? caller.userId }
    const saved = await saveObject(pushed(needs, about), { caller, record }, input, draft)
    return present(needs, saved, caller)
  })

const remove = (needs: Needs) =>
  handle(deleteVesselNote, async ({ input, caller, record }) => {
    const { body, owner_id } = await known(needs, input.id, caller)
    return removeObject(pushed(needs, { mmsi: body.mmsi, owner: owner_id }), { caller, record }, input)
  })

const versions = (needs: Needs) =>
  handle(getVesselNoteVersions, async ({ input, caller }) => {
    const all = await needs.notes.versions(input.id, caller)
    if (!all.every((one) => isKnown(needs, one, caller))) throw gone()
    return { items: all.map((one) => ({ ...present(needs, one, caller), ...versionOf(one) })) }
  })

const gone = () => new OperationError('NOT_FOUND', 'This note does not exist any more.')
async function known(needs: Needs, id: string, caller: Caller): Promise<Note> {
  const note = await needs.notes.read(id, caller)
  if (!isKnown(needs, note, caller)) throw gone()
  return note
}

/** Pushes to users who see the note and may see its vessel. */
const pushed = (needs: Needs, { mmsi, owner }: { mmsi: string; owner: string }): PushedObjects<NoteBody> => ({
  objects: needs.notes,
  kind: noteKind,
  send: (push, payload, audience, more) =>
    needs.send(push, payload, anyOf(users(owner), allOf(audience, { to: 'ship', mmsi: Number(mmsi) })), more),
  show: (note, caller) => present(needs, note, caller),
})
