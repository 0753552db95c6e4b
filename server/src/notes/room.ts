import { room } from '../ground.ts'
import { openObjects } from '../kernel/open-objects.ts'
import { picture } from '../picture/room.ts'
import { register } from '../register/room.ts'
import { noteOps, notesAbout, SEARCHED, type NoteBody } from './notes.ops.ts'

/** What people write down about ships. */
export const notes = room({
  name: 'notes',
  uses: { picture, register },
  open: async (ground, { picture, register }) => {
    const notes = await openObjects<NoteBody>(ground, {
      type: 'vessel_note',
      noun: 'note',
      kept: 'stored',
      everybodyShares: true,
      searched: { of: ({ mmsi, text, author }) => ({ title: `${mmsi} ${author}`, text }), fields: SEARCHED },
    })
    const needs = { ...ground, notes, mayKnow: picture.mayKnow }
    register.notesBy((mmsi, asOf, caller) => notesAbout(needs, mmsi, asOf, caller))
    return { door: {}, ops: noteOps(needs) }
  },
})
