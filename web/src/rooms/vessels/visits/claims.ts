import type { LogKind, Passing, ZoneLabel, ZoneVisit, WatchedKind } from '@samudra/contract/visits'
import { agoText } from '../../../kit/text/when-text.ts'

const CLAIM_WORDS: Record<Passing['claim'], string> = {
  CROSSED: 'crossed',
  SILENT: 'in a silence',
  FIRST_HEARD: 'first received inside',
}
const CLAIM_TITLES: Record<Passing['claim'], string> = {
  CROSSED: 'Place and time at which the track between two positions crosses the boundary',
  SILENT: 'At some time without reception; the time shown is the nearest position inside',
  FIRST_HEARD: 'Inside at first reception; the time of entry is unknown',
}
export const claimWords = (passing: Passing | null) => (passing === null ? '' : CLAIM_WORDS[passing.claim])
export const claimTitle = (passing: Passing | null) => (passing === null ? '' : CLAIM_TITLES[passing.claim])

export const KIND_WORDS: Record<LogKind, string> = {
  ENTRY: 'Entered',
  EXIT: 'Left',
  DWELL: 'Stayed',
  EDIT: 'Changed',
}
const ZONE_WORDS: Record<WatchedKind, string> = {
  AOI: 'Area of interest',
  EEZ: 'EEZ',
  '24NM': '24 NM',
  '12NM': '12 NM',
}
export const zoneWords = ({ zone_kind, zone }: Pick<ZoneVisit, 'zone_kind' | 'zone'>) =>
  zone_kind === 'AOI' ? zone.name : `${ZONE_WORDS[zone_kind]}, ${zone.name}`
export const zoneKindWords = (kind: WatchedKind) => ZONE_WORDS[kind]

/** Returns the source of a boundary; for a disputed one also the claimants, without taking a side. */
export function wordOf({ source, edition, approx, disputed, claimants }: ZoneLabel): string {
  const text = [source, edition].filter(Boolean).join(', ')
  const dispute = disputed ? `claims overlap${claimants.length > 0 ? ` (${claimants.join(', ')})` : ''}` : ''
  return [approx ? 'approximate' : '', dispute, text].filter(Boolean).join('; ')
}

export const dwellText = (minutes: number | null) => (minutes === null ? '' : agoText(minutes * 60))
