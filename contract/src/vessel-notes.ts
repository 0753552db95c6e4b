import { z } from 'zod'
import { SHIP } from './example.ts'
import { Id, listOf, MmsiText, op } from './kernel.ts'
import { kind, seenBy } from './kind.ts'
import { listing, objectColumns, versionColumns, Visibility } from './objects.ts'

export const LONGEST_NOTE = 5000
const NoteText = z.string().trim().min(1).max(LONGEST_NOTE)

/** Note of a user about a vessel. */
export const VesselNote = z.object({ ...objectColumns, mmsi: MmsiText, text: z.string() })
export type VesselNote = z.output<typeof VesselNote>

/** Notes, the newest first: of one ship, or those that hold some words. */
export const getVesselNotes = op({
  name: 'getVesselNotes',
  route: 'GET /v2/vessel-notes',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  example: { mmsi: SHIP },
  input: z.object({
    mmsi: MmsiText.optional(),
    /** Search in current notes: words, "phrases", -not, author:, mmsi:, before: and after:. */
    q: z.string().max(300).optional(),
    ...listing,
  }),
  output: listOf(VesselNote),
})
/** Writes one, or changes the one of `id`. */
export const saveVesselNote = op({
  name: 'saveVesselNote',
  route: 'POST /v2/vessel-notes',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  leaves: 'change',
  did: 'Saved a note about a vessel',
  example: { mmsi: SHIP, text: 'x', visibility: 'CENTRE' },
  input: z.object({
    id: Id.optional(),
    expected_version: z.number().optional(),
    mmsi: MmsiText,
    text: NoteText,
    visibility: Visibility,
    reason: z.string().max(500).optional(),
  }),
  output: VesselNote,
})
export const deleteVesselNote = op({
  name: 'deleteVesselNote',
  route: 'DELETE /v2/vessel-notes/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a note about a vessel',
  example: { id: 'none' },
  input: z.object({ id: Id, reason: z.string().max(500).optional() }),
  output: z.object({ id: z.string() }),
})
const NoteVersion = VesselNote.extend(versionColumns)
export type NoteVersion = z.output<typeof NoteVersion>
/** All versions the caller may see, the first first. */
export const getVesselNoteVersions = op({
  name: 'getVesselNoteVersions',
  route: 'GET /v2/vessel-notes/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'release',
  past: 'VERSIONS',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(NoteVersion) }),
})

/** Notes about ships, as screens keep them. */
export const noteKind = kind<VesselNote>({
  type: 'vessel_note',
  table: 'vessel_notes',
  noun: 'note',
  list: getVesselNotes,
  order: (a, b) => (a.id < b.id ? 1 : -1),
  fields: [{ label: 'Note', text: ({ text }) => text }, seenBy],
})
