import { Button, Textarea } from '@mantine/core'
import type { WholeVessel } from '@samudra/contract/vessels'
import { SEEN_BY } from '@samudra/contract/kind'
import {
  deleteVesselNote,
  getVesselNotes,
  getVesselNoteVersions,
  LONGEST_NOTE,
  noteKind,
  saveVesselNote,
  type VesselNote,
} from '@samudra/contract/vessel-notes'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { DeleteButton } from '../../../kit/forms/DeleteButton.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { Versions } from '../../../kit/pages/Versions.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt, useAnswer, useStale } from '../../../wire/use-answer.ts'
import { useNotes } from './use-notes.ts'
import './notes.css'

const NEW = 'new'

/** Lists the users' notes on a vessel, the newest first; they are written, changed and deleted here. */
export function VesselNotes({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const { mmsi } = vessel
  const answer = useNotes(mmsi, asOf)
  const [edited, setEdited] = useState<string | null>(null)
  if (mmsi === null) return <p className="dim">Never received. Notes need an MMSI.</p>
  if (answer.data === undefined)
    return answer.error === null ? (
      <Waiting />
    ) : (
      <Failed error={answer.error} onRetry={() => answer.refetch()} />
    )
  const { items, total } = answer.data
  // Another may be open by the time one is stored.
  const done = (which: string) => setEdited((now) => (now === which ? null : now))
  return (
    <div className="notes">
      {asOf === undefined &&
        (edited === NEW ? (
          <NoteForm mmsi={mmsi} note={null} done={() => done(NEW)} />
        ) : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setEdited(NEW)}
          >
            Write a note
          </Button>
        ))}
      {items.length === 0 && edited !== NEW && <p className="dim">No notes yet.</p>}
      {items.length > 0 && (
        <ul aria-label="Notes">
          {items.map((note) => (
            <li key={note.id}>
              {edited === note.id ? (
                <NoteForm mmsi={mmsi} note={note} done={() => done(note.id)} />
              ) : (
                <Note note={note} isNow={asOf === undefined} edit={() => setEdited(note.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {total > items.length && <p className="dim">{total - items.length} older ones.</p>}
    </div>
  )
}

function Note({ note, isNow, edit }: { note: VesselNote; isNow: boolean; edit: () => void }) {
  const makeStale = useStale()
  const { id, text, owner, created_at, updated_at, updated_by, visibility, version, mine } = note
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="note-text">{text}</p>
      <p className="dim note-foot">
        {owner}, <When at={created_at} />
        {version > 1 && (
          <>
            ; changed by {updated_by}, <When at={updated_at} />{' '}
            {isNow && (
              <button
                type="button"
                className="link-button"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Hide its history' : 'History'}
              </button>
            )}
          </>
        )}{' '}
        · {SEEN_BY[visibility]}
        {isNow && mine && (
          <span className="note-acts">
            <button
              type="button"
              className="icon-button"
              aria-label="Change this note"
              title="Change"
              onClick={edit}
            >
              <IconPencil size={15} />
            </button>
            <DeleteButton
              name="this note"
              text="It leaves every screen; its versions stay in the record."
              needsReason
              remove={async (reason) => {
                await call(deleteVesselNote, { id, reason })
                makeStale(getVesselNotes)
              }}
            />
          </span>
        )}
      </p>
      {isOpen && <NoteHistory id={id} />}
    </>
  )
}

/** Shows the earlier texts of the note, and the users who changed it. */
function NoteHistory({ id }: { id: string }) {
  const { data, error, refetch } = useAnswer(getVesselNoteVersions, { id })
  if (data === undefined)
    return error === null ? <Waiting /> : <Failed error={error} onRetry={() => refetch()} />
  return <Versions fields={noteKind.fields} items={data.items} isFirstShown />
}

function NoteForm({ mmsi, note, done }: { mmsi: string; note: VesselNote | null; done: () => void }) {
  const makeStale = useStale()
  const [text, setText] = useState(note?.text ?? '')
  const [visibility, setVisibility] = useState<VesselNote['visibility']>(note?.visibility ?? 'CENTRE')
  return (
    <EditForm
      className="note-form"
      aria-label={note === null ? 'New note' : 'Change the note'}
      kind={noteKind}
      of={note}
      save={async (over) => {
        const of = over === null ? {} : { id: over.id, expected_version: over.version }
        await call(saveVesselNote, { ...of, mmsi, text, visibility })
        makeStale(getVesselNotes)
        done()
      }}
      typed={(theirs) => ({ ...theirs, text, visibility })}
      take={(theirs) => {
        setText(theirs.text)
        setVisibility(theirs.visibility)
      }}
      renderButtons={(isBusy) => (
        <div className="state-buttons">
          <Button type="submit" size="xs" disabled={isBusy || text.trim() === ''}>
            Save
          </Button>
          <Button size="xs" variant="default" onClick={done}>
            Cancel
          </Button>
        </div>
      )}
    >
      {(fault) => (
        <>
          <Textarea
            label="Note"
            autosize
            minRows={3}
            maxRows={12}
            maxLength={LONGEST_NOTE}
            data-autofocus
            value={text}
            error={faultAt(fault, 'text')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <SeenBy value={visibility} error={faultAt(fault, 'visibility')} onChange={setVisibility} />
        </>
      )}
    </EditForm>
  )
}
