import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import type { FixFollowerNeeds } from '../../../../sea/fix-follower.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import type { Findings } from '../findings/findings.ts'
import type { Worlds } from './make-world.ts'
import type { ListsInTurn, Period } from './news.ts'
import type { News } from './stage.ts'

/** Rules that are enabled; the mark changes with them and with the outlines they name. */
export type MarkedRules = { mark: string; rules: readonly EvaluatedRule[] }

export type FollowerNeeds = FixFollowerNeeds & {
  db: Db
  clock: Clock
  fixes: FixReader
  flush: () => Promise<void>
  /** Stores static data of recordings that wait; returns how many versions of them were stored since the start. */
  settleRecorded: () => Promise<number>
  /** Rules that are evaluated; the mark differs as soon as they do, or the outlines they ask of. */
  rules: () => MarkedRules
  worlds: Pick<Worlds, 'make' | 'refresh'>
  listsOf: (mmsi: number) => readonly string[]
  /** Returns facts beside fixes that became known after an instant and up to another, in order of time. */
  news: (rules: readonly EvaluatedRule[], period: Period) => Promise<News[]>
  /** On which lists ships were at each instant of a period. */
  lists: (period: Period) => Promise<ListsInTurn>
  findings: Findings
  /** Has ships gone through again that were noted as due. */
  goAgain: () => Promise<void>
}
