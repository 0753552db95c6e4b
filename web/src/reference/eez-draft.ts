import type { BoundaryKind, Eez } from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { KIND_LABELS } from './boundaries.store.ts'
import { countWords } from '../kit/quantity-text.ts'

/** The form of a boundary as it is typed; `text` is its outline. */
export type Draft = {
  name: string
  country: string
  kind: BoundaryKind
  source: string
  edition: string
  disputed: boolean
  claimants: string[]
  text: string
}

/** A computed boundary gives its shape and not its source: what replaces it has one of its own. */
export const draftOf = (before: Eez | null): Draft => ({
  name: before?.name ?? '',
  country: before?.country ?? '',
  kind: before?.kind ?? 'EEZ',
  source: before === null || before.approx ? '' : before.source,
  edition: before === null || before.approx ? '' : before.edition,
  disputed: before?.disputed ?? false,
  claimants: before?.claimants ?? [],
  text: before === null ? '' : JSON.stringify(before.geometry),
})

/** Both versions, line by line. */
export function conflictRows(draft: Draft, theirs: Eez) {
  const other = draftOf(theirs)
  const row = (label: string, text: (one: Draft) => string) => ({
    label,
    mine: text(draft) || '–',
    theirs: text(other) || '–',
    differs: text(draft) !== text(other),
  })
  const outline = row('Outline', ({ text }) => outlineText(text))
  return [
    row('Name', ({ name }) => name),
    row('Country', ({ country }) => country),
    row('Kind', ({ kind }) => KIND_LABELS[kind]),
    row('Source', ({ source }) => source),
    row('Edition', ({ edition }) => edition),
    row('Claims overlap', ({ disputed, claimants }) => (disputed ? `yes: ${claimants.join(', ')}` : 'no')),
    { ...outline, differs: draft.text !== other.text },
  ]
}

function outlineText(text: string): string {
  try {
    const { type, coordinates } = JSON.parse(text) as ZoneGeometry
    const rings = type === 'Polygon' ? coordinates : coordinates.flat()
    const corners = rings.reduce((sum, ring) => sum + ring.length - 1, 0)
    const [lon, lat] = rings[0]?.[0] ?? [0, 0]
    return `${countWords(corners, 'corner')} in ${countWords(rings.length, 'ring')} from ${lat.toFixed(4)}, ${lon.toFixed(4)}`
  } catch {
    return 'not readable'
  }
}
