import type { CorrelationDecision, TrackRef } from '@samudra/contract/correlation'
import {
  allOf,
  EVERYONE,
  audienceOf,
  type Audience,
  type MayKnow,
} from '../../../platform/kernel/http/audience.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'

/** Stored body of a decision about two tracks. */
export type DecisionBody = Pick<
  CorrelationDecision,
  'a' | 'b' | 'from' | 'to' | 'decision' | 'score' | 'verdict'
> & {
  /** Names the two whichever is named first. */
  pair: string
  /** Each version keeps the words of who made it. */
  words: string
}
export type Decision = Held<DecisionBody>
export type Decisions = Objects<DecisionBody>

export const keyOf = (ref: TrackRef) =>
  'mmsi' in ref ? `${ref.mmsi}/${ref.split_id ?? 0}/${ref.source ?? ''}` : `manual/${ref.manual_track_id}`
export const pairOf = (a: TrackRef, b: TrackRef) => [keyOf(a), keyOf(b)].sort().join(' + ')

export async function openDecisions(needs: {
  db: Db
  clock: Clock
  others: Others
  mayKnow: MayKnow
  /** Returns the audience of one track. */
  seersOf: (ref: TrackRef) => Audience
}): Promise<Decisions> {
  const decisions: Decisions = await openObjects<DecisionBody>(needs, {
    type: 'track_correlation',
    noun: 'decision about two tracks',
    everybodyShares: true,
    seers: (one) => allOf(audienceOf(one), needs.seersOf(one.body.a), needs.seersOf(one.body.b)),
    // A decision belongs to the centre: every user who sees both tracks may decide again, and each version records its
    // author.
    changers: () => EVERYONE,
  })
  return decisions
}

export const presentDecision = (one: Decision): CorrelationDecision => {
  const { pair: _pair, words, ...body } = one.body
  return {
    ...columnsOf(one, true),
    ...body,
    reason: words,
    decided_by: one.updated_by,
    decided_at: one.known_from.toISOString(),
  }
}
