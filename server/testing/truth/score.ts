import type { TruthSea } from '@samudra/sim/truth/truth-sea'
import type { Truth } from '@samudra/sim/truth/story'
import type { Finding } from './measurement.ts'

const MINUTE = 60_000
/** Milliseconds after the end of a behaviour within which a detection still counts for it. */
const SLACK_MS = 30 * MINUTE
const EARLY_MS = 5 * MINUTE

/**
 * Hit that stands in the end, from beginning to end of the behaviour. Times are epoch ms; `detectedAt` is the clock at
 * its detection.
 */
export type Hit = {
  detector: string
  mmsis: number[]
  from: number
  to: number
  /** Beginnings of the hit, including repeats: instant of the behaviour, and of its detection. */
  begun: { at: number; detectedAt: number }[]
  why: string
}
/** Score of one detector: true and found, missed, false, and the delay from the beginning. */
export type Score = {
  detector: string
  positives: number
  /** Number of staged behaviours that resemble it. */
  lookAlikes: number
  found: number
  hits: number
  /** With the story each ship is of. */
  wrong: (Hit & { story: string })[]
  missed: (Truth & { story: string })[]
  revised: number
  latencyMs: number[]
  /** Errors of begin and end of what was found, ms. */
  offMs: { begin: number; end: number }[]
}

/** Returns the findings that stand at the end, and the revised ones. */
export function hitsOf(answer: readonly Finding[], endAt: number): { hits: Hit[]; revised: Finding[] } {
  const hits = new Map<string, Hit>()
  const revised = new Map<string, Finding>()
  for (const one of answer) {
    const { change, detector, mmsis, detectedAt } = one
    if (change.what === 'REVISED') {
      hits.delete(change.id)
      revised.set(change.id, one)
      continue
    }
    const known = hits.get(change.id)
    const [from, to] = [change.begunAt, change.endedAt ?? endAt]
    if (known !== undefined) {
      Object.assign(known, { from, to })
      if (change.what === 'AGAIN') known.begun.push({ at: change.at, detectedAt })
    } else
      hits.set(change.id, {
        detector,
        mmsis,
        from,
        to,
        begun: [{ at: change.firstAt, detectedAt }],
        why: JSON.stringify(change.explanation),
      })
  }
  return { hits: [...hits.values()], revised: [...revised.values()] }
}

/** Returns when a true event was detected; Infinity if it was not. */
function phraseFor({ detector, mmsis, begun }: Hit, truth: Truth): number {
  if (detector !== truth.detector || !mmsis.every((mmsi) => truth.mmsis.includes(mmsi))) return Infinity
  const one = begun.find(({ at }) => at >= truth.from - EARLY_MS && at <= truth.to + SLACK_MS)
  return one?.detectedAt ?? Infinity
}
const isOf = (hit: Hit, truth: Truth) => phraseFor(hit, truth) < Infinity

export function scoresOf(sea: TruthSea, received: readonly Finding[], detectors: readonly string[]): Score[] {
  const { hits, revised } = hitsOf(received, sea.endAt)
  const storyOf = (mmsi: number) =>
    sea.played.find(({ players }) => players.some(({ ship }) => ship.mmsi === mmsi))?.story ?? 'traffic'
  const named = <One extends { mmsis: number[] }>(one: One) => ({
    ...one,
    story: [...new Set(one.mmsis.map(storyOf))].join(' and '),
  })
  return detectors.map((detector) => {
    const mine = hits.filter((hit) => hit.detector === detector)
    const known = sea.truth.filter((one) => one.detector === detector)
    const truth = known.filter(({ isMaybe }) => isMaybe !== true)
    const found = truth.filter((one) => mine.some((hit) => isOf(hit, one)))
    return {
      detector,
      positives: truth.length,
      lookAlikes: sea.played.filter(({ looksLike }) => looksLike.includes(detector)).length,
      found: found.length,
      hits: mine.length,
      wrong: mine.filter((hit) => !known.some((one) => isOf(hit, one))).map(named),
      missed: truth.filter((one) => !found.includes(one)).map(named),
      revised: revised.filter((one) => one.detector === detector).length,
      offMs: found.map((one) => {
        const { from, to } = mine.find((hit) => isOf(hit, one))!
        return { begin: Math.abs(from - one.from), end: Math.abs(to - one.to) }
      }),
      latencyMs: found.map((one) => Math.min(...mine.map((hit) => phraseFor(hit, one))) - one.from),
    }
  })
}

/** Several seas as one. */
export function summed(scores: readonly Score[][]): Score[] {
  const [first = [], ...others] = scores
  return first.map((score, i) =>
    others.reduce((sum, other): Score => {
      const one = other[i]!
      return {
        detector: sum.detector,
        positives: sum.positives + one.positives,
        lookAlikes: sum.lookAlikes + one.lookAlikes,
        found: sum.found + one.found,
        hits: sum.hits + one.hits,
        wrong: [...sum.wrong, ...one.wrong],
        missed: [...sum.missed, ...one.missed],
        revised: sum.revised + one.revised,
        latencyMs: [...sum.latencyMs, ...one.latencyMs],
        offMs: [...sum.offMs, ...one.offMs],
      }
    }, score),
  )
}

export const precisionOf = ({ hits, wrong }: Score) => (hits === 0 ? 1 : (hits - wrong.length) / hits)
export const recallOf = ({ positives, found }: Score) => (positives === 0 ? 1 : found / positives)
