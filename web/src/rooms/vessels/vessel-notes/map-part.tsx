import { later } from '../../../kit/pages/later.tsx'
import type { MapPart } from '../../../map/workbench/part.ts'

// Most vessels have no notes, so nothing is shown meanwhile.
const NoteCount = later(() => import('./NoteCount.tsx').then((code) => code.NoteCount), {
  Meanwhile: () => null,
})

/** Notes about ships on the map. */
export const notesPart: MapPart = {
  card: [{ id: 'notes', name: 'Notes about the vessel', place: 'top', Part: NoteCount }],
}
