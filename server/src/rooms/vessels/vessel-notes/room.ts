import { room } from '../../../platform/ground.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { picture } from '../../picture/picture/room.ts'
import { noteOps, notesAbout, SEARCHED, type NoteBody } from './notes.ops.ts'

/** Holds notes of users about vessels. */
export const vesselNotes = room({
  name: 'vessel-notes',
  uses: { picture },
  open: async (ground, { picture }) => {
    const notes = await openObjects<NoteBody>(ground, {
      type: 'vessel_note',
      noun: 'note',
      storage: 'stored',
      everybodyShares: true,
      searched: { of: ({ mmsi, text, author }) => ({ title: `${mmsi} ${author}`, text }), fields: SEARCHED },
    })
    const needs = { ...ground, notes, mayKnow: picture.mayKnow }
    return {
      door: {
        /** Returns notes about a vessel that the caller sees; as of an instant, epoch ms, or as they stand. */
        about: (mmsi: string, asOf: number | null, caller: Caller) => notesAbout(needs, mmsi, asOf, caller),
      },
      ops: noteOps(needs),
    }
  },
})
