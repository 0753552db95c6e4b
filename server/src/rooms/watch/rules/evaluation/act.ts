import type { Stage, News } from './stage.ts'
import { nameOf } from '../findings/deliver-news.ts'
import type { KnownWorld } from './world.ts'

/** A stage at work: how far fixes and news are accounted for. */
export type Act = {
  stage: Stage
  world: KnownWorld
  mark: string
  cursor: number
  /** Arrival of the last fix read, epoch ms; ids continue from the highest one, whatever the clock shows. */
  arrivedAt: number
  newsUpto: number
  pastUpto: number
  newsSeen: Set<string>
  /** Versions of static data of recordings that were stored when news were read last. */
  recorded: number
  /** Static data stored by then are in ships that were put back. */
  resumedUpto: number
  /** Instant to which each vessel was last saved. */
  savedAt: Map<number, number>
  /** Earliest instant to re-evaluate from, by vessel. */
  late: Map<number, number>
}

/** Takes a piece of news unless it was taken before, or is in the ship as it was put back. */
export function deliverOnce({ stage, newsSeen, savedAt, resumedUpto }: Act, news: News): void {
  const key = nameOf(news)
  if (newsSeen.has(key)) return
  newsSeen.add(key)
  const at = savedAt.get(stage.ships.numberOf(news.mmsi, news.split))
  // Later data are in no restored vessel, though they may count from before.
  const isLater = news.kind === 'FACTS' && (news.knownAt ?? news.at) > resumedUpto
  if (at === undefined || news.at > at || isLater) stage.deliver(news)
}
