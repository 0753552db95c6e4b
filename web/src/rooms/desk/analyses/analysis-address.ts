import type { AnalysisSubject, SavedAnalysis } from '@samudra/contract/analyses'
import { polygonOfBox, type LonLatBox } from '@samudra/nautical/polygons/box'

/** An analysis as it is requested. */
export type AnalysisRequest = {
  subject: AnalysisSubject
  from: string
  to: string
  compare?: 'previous'
}
type ValueOf = (name: string) => string

const BOX_LIMITS = [180, 90, 180, 90] as const
/** Returns a box of an address or of a form, `west,south,east,north`; null where it is none. */
export function readBox(text: string): LonLatBox | null {
  const sides = text.split(',').map((side) => (side.trim() === '' ? NaN : Number(side)))
  const isBox = sides.length === 4 && sides.every((side, i) => Math.abs(side) <= BOX_LIMITS[i]!)
  if (!isBox) return null
  const [west, south, east, north] = sides as LonLatBox
  return south < north && west !== east ? [west, south, east, north] : null
}

/** Returns the polygon of a box; one that crosses 180 degrees runs past it. */
export const shapeOfBox = ([west, south, east, north]: LonLatBox) =>
  polygonOfBox([west, south, west < east ? east : east + 360, north])

/** Returns the subject that an address names; null where it names none. */
export function subjectIn(valueOf: ValueOf): AnalysisSubject | null {
  const kind = valueOf('kind')
  if (kind === 'SHAPE') {
    const box = readBox(valueOf('box'))
    return box === null ? null : { kind, geometry: shapeOfBox(box) }
  }
  const id = valueOf('of')
  if (id === '' || (kind !== 'AREA' && kind !== 'PORT' && kind !== 'LIST')) return null
  return { kind, id }
}

/** Returns the analysis that an address requests: its own fields before those of the saved one; null without a subject. */
export function requestIn(valueOf: ValueOf, saved: SavedAnalysis | null): AnalysisRequest | null {
  const subject = subjectIn(valueOf) ?? saved?.subject ?? null
  const from = valueOf('from') || saved?.from
  const to = valueOf('to') || saved?.to
  if (subject === null || from === undefined || to === undefined) return null
  const compare = valueOf('compare') || (saved?.compare === 'previous' ? '1' : '0')
  return { subject, from, to, ...(compare === '1' ? { compare: 'previous' as const } : {}) }
}

/** Returns the address of an analysis. A drawn shape stands in a saved analysis alone: it leaves `box` empty. */
export function addressOf({ subject, from, to, compare }: AnalysisRequest, box: LonLatBox | null) {
  return {
    kind: subject.kind === 'SHAPE' && box === null ? null : subject.kind,
    of: subject.kind === 'SHAPE' ? null : subject.id,
    box: box === null ? null : box.join(','),
    from,
    to,
    compare: compare === undefined ? '0' : '1',
  }
}
