import { room } from '../../../platform/ground.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { picture } from '../../picture/picture/room.ts'
import { vessels } from '../vessels/room.ts'
import { noteOps, notesAbout, SEARCHED, type NoteBody } from './notes.ops.ts'

/** What people write down about ships. */
export const vesselNotes = room({
  name: 'vessel-notes',
  uses: { picture, vessels },
  open: async (ground, { picture, vessels }) => {
    const notes = await openObjects<NoteBody>(ground, {
      type: 'vessel_note',
      noun: 'note',
      kept: 'stored',
      everybodyShares: true,
      searched: { of: ({ mmsi, text, author }) => ({ title: `${mmsi} ${author}`, text }), fields: SEARCHED },
    })
    const needs = { ...ground, notes, mayKnow: picture.mayKnow }
    vessels.notesBy((mmsi, asOf, caller) => notesAbout(needs, mmsi, asOf, caller))
    return { door: {}, ops: noteOps(needs) }
  },
})
