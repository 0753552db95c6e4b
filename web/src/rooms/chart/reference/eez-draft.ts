import type { BoundaryKind, Eez } from '@samudra/contract/reference'

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
