import { Believed } from '../kernel/believed.ts'
import type { Ranking, RankedThen } from '../sea/chosen-fix.ts'
import type { Db } from '../needs/database.ts'
import { readFeedVersions, type FeedVersion } from './feeds.sql.ts'

/** A feed that is gone ranks last. */
export const GONE = { priority: 1000, trust: 0 } as const
/** Before any feed. */
const EVER = new Date(0)

/** What feeds were called and how they were ranked at any time. */
export class RankedFeeds {
  #versions: readonly FeedVersion[] = []

  async load(db: Db): Promise<void> {
    const seen = new Set<number>()
    this.#versions = (await readFeedVersions(db)).map((version) => {
      const isFirst = !seen.has(version.number)
      seen.add(version.number)
      // What was heard before a feed has a version of its own counts as it was ranked first.
      return isFirst ? { ...version, known_from: EVER } : version
    })
  }

  readonly during: RankedThen = (period) => new Believed(this.#versions, period, rankingOf)
}

function rankingOf(versions: readonly FeedVersion[]): Ranking & { feedName(number: number): string | null } {
  const by = new Map(versions.map((version) => [version.number, version]))
  return {
    priority: (feed) => by.get(feed)?.priority ?? GONE.priority,
    trust: (feed) => by.get(feed)?.trust ?? GONE.trust,
    feedName: (feed) => by.get(feed)?.name ?? null,
  }
}
