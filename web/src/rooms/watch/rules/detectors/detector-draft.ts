import { thresholdText, type Detector, type Threshold } from '@samudra/contract/detectors'

/** A detector as it is typed: values by the keys of its thresholds, null while nothing is written. */
export type DetectorDraft = { values: Readonly<Record<string, number | null>>; home: readonly string[] }

export const draftOf = ({ thresholds, home }: Detector): DetectorDraft => ({
  values: Object.fromEntries(thresholds.map(({ key, value }) => [key, value])),
  home: home ?? [],
})

/** Why a value cannot be; null of one that can. */
export const faultOf = (value: number | null, of: Threshold): string | null =>
  value === null || Number.isNaN(value)
    ? 'Enter a number.'
    : value < of.least || value > of.most
      ? `From ${boundsText(of)}.`
      : null
export const boundsText = (of: Threshold) => `${of.least} to ${thresholdText(of.most, of)}`

/** Returns true if every typed value is valid. */
export const isWhole = ({ thresholds }: Detector, { values }: DetectorDraft) =>
  thresholds.every((of) => faultOf(values[of.key] ?? null, of) === null)

type Changes = { thresholds?: { key: string; value: number | null }[]; home?: string[] }
/** Returns the changes; a default value follows the product again. Empty if there are none. */
export function changesOf({ values, home }: DetectorDraft, over: Detector): Changes {
  const thresholds = over.thresholds
    .filter(({ key, value }) => values[key] !== value)
    .map(({ key, usual }) => ({ key, value: values[key] === usual ? null : values[key]! }))
  const isHome = over.home === null || sameText(home) === sameText(over.home)
  return { ...(thresholds.length > 0 ? { thresholds } : {}), ...(isHome ? {} : { home: [...home] }) }
}
const sameText = (names: readonly string[]) => [...names].sort().join('\n')
export const isChanged = (draft: DetectorDraft, over: Detector) =>
  Object.keys(changesOf(draft, over)).length > 0

/** As it would be shown. */
export const shownAs = (theirs: Detector, { values, home }: DetectorDraft): Detector => ({
  ...theirs,
  thresholds: theirs.thresholds.map((one) => ({ ...one, value: values[one.key] ?? one.value })),
  home: theirs.home === null ? null : [...home],
})

/** Counts the thresholds that differ from their defaults. */
export const setOtherwise = ({ thresholds }: Pick<Detector, 'thresholds'>) =>
  thresholds.filter(({ value, usual }) => value !== usual).length
