import { room } from '../ground.ts'
import { openObjects } from '../kernel/open-objects.ts'
import { picture } from '../picture/room.ts'
import { noteOps, SEARCHED, type NoteBody } from './notes.ops.ts'

/** What people write down about ships. */
export const notes = room({
  name: 'notes',
  uses: { picture },
  open: async (ground, { picture }) => {
    const notes = await openObjects<NoteBody>(ground, {
      type: 'vessel_note',
      noun: 'note',
      kept: 'stored',
      everybodyShares: true,
      searched: { of: ({ mmsi, text, author }) => ({ title: `${mmsi} ${author}`, text }), fields: SEARCHED },
    })
    return { door: {}, ops: noteOps({ ...ground, notes, mayKnow: picture.mayKnow }) }
  },
})
