import type { RuleAction, RuleActionOutcome } from '@samudra/contract/rule-actions'
import type { Also } from '../../../../platform/kernel/objects/objects.sql.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { DEEDS_KEPT_MS, deliveryId } from './deeds.ts'
import {
  alsoDone,
  forgetDeeds,
  isDeedOpen,
  settleDeeds,
  takeDeeds,
  takeUnrecorded,
  type Deed,
  type DeedKey,
  type DoneDeed,
} from './deeds.sql.ts'
import { inResults, type Client } from './results.sql.ts'

/** What rules are to do of what they found, for whoever does it: in his transaction, or with null in one of its own. */
export type Deeds = {
  /** Whether anything is to be done, or to be recorded. */
  isOpen(): Promise<boolean>
  /** Those of some kinds that wait, the first first; nobody else takes them while the transaction lasts. */
  take(client: Client | null, kinds: readonly RuleAction['do'][], limit: number): Promise<Deed[]>
  /** Under which id a webhook is told of a hit. */
  deliveryId(deed: Pick<DeedKey, 'result_id' | 'place'>): string
  settle(
    client: Client | null,
    deeds: readonly DeedKey[],
    became: Pick<RuleActionOutcome, 'state' | 'why'>,
  ): Promise<void>
  /** That some are done, as part of the statement that opens a version of an object. */
  alsoDone(deeds: readonly DeedKey[]): Also
  /** What was done or refused since it was recorded last. */
  takeUnrecorded(client: Client, limit: number): Promise<DoneDeed[]>
  forget(): Promise<void>
}

export function deedsOver({ db, clock }: { db: Db; clock: Clock }): Deeds {
  const within = <T>(client: Client | null, work: (client: Client) => Promise<T>) =>
    client === null ? inResults(db, work) : work(client)
  return {
    isOpen: () => isDeedOpen(db),
    take: (client, kinds, limit) => within(client, (its) => takeDeeds(its, kinds, limit)),
    settle: async (client, deeds, became) => {
      if (deeds.length > 0) await within(client, (its) => settleDeeds(its, deeds, became))
    },
    alsoDone,
    deliveryId,
    takeUnrecorded: (client, limit) => takeUnrecorded(client, limit, clock.now()),
    forget: () => forgetDeeds(db, new Date(clock.now() - DEEDS_KEPT_MS)),
  }
}
