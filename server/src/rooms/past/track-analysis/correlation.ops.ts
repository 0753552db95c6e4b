import {
  LONGEST_CORRELATION_DAYS,
  MAX_DIST_NM,
  MAX_DT_S,
  correlationDecided,
  decideTrackCorrelation,
  getTrackCorrelation,
  getTrackCorrelationDecisions,
  getTrackCorrelationVersions,
  type TrackRef,
} from '@samudra/contract/correlation'
import {
  MATCH_FROM,
  POSSIBLE_FROM,
  correlate,
  type Compared,
  type Correlation,
} from '@samudra/nautical/tracks/track-correlation'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { versionOf } from '../../../platform/kernel/objects/object-rules.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { keyOf, pairOf, presentDecision, type Decisions } from './decisions.ts'
import { likenessOf, subjectOf, type Subject, type SubjectNeeds } from './compared-tracks.ts'

export type CorrelationNeeds = SubjectNeeds & {
  others: Others
  decisions: Decisions
  clock: Clock
  send: Send
  flush: () => Promise<void>
}

export const correlationOps = (needs: CorrelationNeeds): Handled[] => [
  compare(needs),
  decide(needs),
  list(needs),
  versions(needs),
]

/** Maximum number of instants in one comparison. */
const MOST_SHOWN = 2000

type Query = {
  a: TrackRef
  b: TrackRef
  from: string
  to: string
  max_dt_s?: number | undefined
  max_dist_nm?: number | undefined
  as_of?: string | undefined
}

const unfit = (fields: readonly string[], why: string) =>
  new OperationError('VALIDATION', why, { fields: fields.map((field) => ({ field, why })) })

async function correlationOf(needs: CorrelationNeeds, caller: Caller, input: Query) {
  const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
  if (from >= to) throw unfit(['from'], 'The start is after the end. Swap from and to.')
  if (to - from > LONGEST_CORRELATION_DAYS * 86_400_000)
    throw unfit(['to'], `Compare at most ${LONGEST_CORRELATION_DAYS} days. Choose a shorter period.`)
  if (keyOf(input.a) === keyOf(input.b))
    throw unfit(['a', 'b'], 'Both are the same track. Choose another track.')
  await needs.flush()
  const knownBy = input.as_of === undefined ? undefined : Date.parse(input.as_of)
  const a = await subjectOf(needs, caller, input.a, from, to, knownBy)
  const b = await subjectOf(needs, caller, input.b, from, to, knownBy)
  const kind = a.plotted !== null || b.plotted !== null ? 'manual' : 'ships'
  const max_dt_s = input.max_dt_s ?? MAX_DT_S[kind]
  const max_dist_nm = input.max_dist_nm ?? MAX_DIST_NM[kind]
  const limits = { withinMs: max_dt_s * 1000, noneNm: max_dist_nm }
  return { a, b, max_dt_s, max_dist_nm, found: correlate(a.track, b.track, limits, likenessOf(a, b)) }
}

const compare = (needs: CorrelationNeeds) =>
  handle(getTrackCorrelation, async ({ input, caller }) => {
    const { a, b, max_dt_s, max_dist_nm, found } = await correlationOf(needs, caller, input)
    const decided = decisionOn(needs.decisions, caller, input.a, input.b)
    const decision = decided === undefined ? null : presentDecision(decided)
    return {
      ...found,
      thresholds: { match: MATCH_FROM, possible: POSSIBLE_FROM },
      series: shownOf(found.series).map(({ t, ...one }) => ({ t: instant(t), ...one })),
      compared: found.series.length,
      nearest: nearestOf(found),
      a_label: a.label,
      b_label: b.label,
      max_dt_s,
      max_dist_nm,
      decision,
      confirmed_by: decision?.decision === 'CONFIRMED' ? decision.decided_by : null,
    }
  })

const instant = (t: number) => new Date(t).toISOString()

function nearestOf({ series }: Correlation) {
  if (series.length === 0) return null
  const nearest = series.reduce((one, two) => (two.distance_nm < one.distance_nm ? two : one))
  return { t: instant(nearest.t), distance_nm: nearest.distance_nm }
}

/** Returns, for each stretch of a long series, the instant at which the two were nearest. */
function shownOf(series: readonly Compared[]): Compared[] {
  if (series.length <= MOST_SHOWN) return [...series]
  const reported: Compared[] = []
  for (let n = 0; n < MOST_SHOWN; n++) {
    const stretch = series.slice(
      Math.floor((n * series.length) / MOST_SHOWN),
      Math.floor(((n + 1) * series.length) / MOST_SHOWN),
    )
    reported.push(stretch.reduce((one, two) => (two.distance_nm < one.distance_nm ? two : one)))
  }
  return reported
}

const decisionOn = (decisions: Decisions, caller: Caller, a: TrackRef, b: TrackRef) =>
  decisions.list(caller).find(({ body }) => body.pair === pairOf(a, b))

const decide = (needs: CorrelationNeeds) =>
  handle(decideTrackCorrelation, async ({ input, caller, record }) => {
    const { a, b, from, to, decision, reason, expected_version } = input
    record({ objectType: 'track_correlation', reason })
    const { found, ...subjects } = await correlationOf(needs, caller, input)
    checkKnown(subjects)
    const pair = pairOf(a, b)
    // What is about one pair happens one after another.
    return needs.others.inTurn(`correlation ${pair}`, async () => {
      const { decisions } = needs
      const before = decisionOn(decisions, caller, a, b)
      const { score, verdict } = found
      const body = { a, b, from, to, decision, score, verdict, pair, words: reason }
      if (before !== undefined) record({ objectId: before.id, before: presentDecision(before) })
      const after =
        before === undefined
          ? await decisions.add(caller, { body, visibility: 'CENTRE' })
          : await decisions.change(
              caller,
              { id: before.id, expected_version: expected_version ?? 0 },
              { body, reason },
              presentDecision,
            )
      const reported = presentDecision(after)
      record({ objectId: after.id, after: reported })
      needs.send(correlationDecided, reported, decisions.audience(after, before))
      return reported
    })
  })

/** Throws NOT_FOUND if either track has no fixes, because a decision about it means nothing. */
function checkKnown({ a, b }: { a: Subject; b: Subject }) {
  for (const { track, ref, label } of [a, b])
    if (track.length === 0) {
      const name = label ?? ('mmsi' in ref ? `MMSI ${ref.mmsi}` : 'the manual track')
      throw new OperationError('NOT_FOUND', `No positions of ${name} in this period. Choose another period.`)
    }
}

const list = ({ decisions, clock }: CorrelationNeeds) =>
  handle(getTrackCorrelationDecisions, async ({ input, caller }) => {
    const at = input.as_of === undefined ? null : new Date(input.as_of)
    const seen = at === null ? decisions.list(caller) : await decisions.asOf(at, caller)
    const isAbout = (ref: TrackRef) => 'mmsi' in ref && ref.mmsi === input.mmsi
    const query = seen.filter(({ body }) => input.mmsi === undefined || isAbout(body.a) || isAbout(body.b))
    const sorted = query.sort((one, two) => two.known_from.getTime() - one.known_from.getTime())
    const page = pageOf(sorted, input, at?.getTime() ?? clock.now())
    return { ...page, items: page.items.map(presentDecision) }
  })

const versions = ({ decisions }: CorrelationNeeds) =>
  handle(getTrackCorrelationVersions, async ({ input, caller }) => {
    const all = await decisions.versions(input.id, caller)
    return {
      items: all.map((one) => ({ ...presentDecision(one), ...versionOf(one), reason: one.body.words })),
    }
  })
