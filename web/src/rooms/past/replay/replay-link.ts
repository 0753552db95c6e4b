import type { Bbox } from '@samudra/contract/kernel'
import type { ChartView } from '../../../map/chart/chart.store.ts'
import { viewOfText } from '../../../map/chart/view-text.ts'
import type { ReplayQuery } from './replay.store.ts'

/** Returns the replay in an address; null where it names no period. */
export function readReplayLink(search: URLSearchParams): { query: ReplayQuery; at: number } | null {
  const [from, to] = [Date.parse(search.get('from') ?? ''), Date.parse(search.get('to') ?? '')]
  if (Number.isNaN(from) || Number.isNaN(to) || from > to) return null
  const known = search.get('known_by')
  const at = Date.parse(search.get('t') ?? '')
  return {
    query: {
      from,
      to,
      knowledge: search.get('knowledge') === 'CORRECTED' ? 'CORRECTED' : 'AS_KNOWN',
      bbox: boxOf(search.get('bbox')),
      knownBy: known !== null && !Number.isNaN(Date.parse(known)) ? known : null,
    },
    at: Number.isNaN(at) ? from : at,
  }
}

function boxOf(text: string | null): Bbox | null {
  const sides = (text ?? '').split(',').map(Number)
  return sides.length === 4 && sides.every((side) => Math.abs(side) <= 180) ? (sides as Bbox) : null
}

/** Puts a replay into an address, beside what else stands there. */
export function writeReplayLink(search: URLSearchParams, request: ReplayQuery, at: number): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('from', new Date(request.from).toISOString())
  next.set('to', new Date(request.to).toISOString())
  next.set('t', new Date(Math.round(at / 100) * 100).toISOString())
  next.set('knowledge', request.knowledge)
  if (request.knownBy === null) next.delete('known_by')
  else next.set('known_by', request.knownBy)
  if (request.bbox === null) next.delete('bbox')
  else next.set('bbox', request.bbox.map((side) => Math.round(side * 1e4) / 1e4).join(','))
  return next
}

/** Where the chart looked when the address was made: latitude, longitude and zoom; null when it does not say. */
export function readView(search: URLSearchParams): ChartView | null {
  return viewOfText(search.get('at'))
}

/** Returns true if an address names the replay shown; without `known_by` it means what is known when it is opened. */
export const isSameReplay = (link: ReplayQuery, request: ReplayQuery) =>
  link.from === request.from &&
  link.to === request.to &&
  link.knowledge === request.knowledge &&
  JSON.stringify(link.bbox) ===
    JSON.stringify(request.bbox?.map((side) => Math.round(side * 1e4) / 1e4) ?? null) &&
  (link.knownBy === null || link.knownBy === request.knownBy)
