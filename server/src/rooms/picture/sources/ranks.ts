import { KnownVersions, type Period } from '../../../platform/kernel/cluster/versions-at.ts'
import type { RankedThen, Ranking } from '../../../sea/chosen-fix.ts'
import type { FeedVersion } from './registry.sql.ts'

/** A feed that is gone ranks last. */
const GONE = { priority: 1000, trust: 0 } as const
/** Before any feed. */
const EVER = new Date(0)

/** Names and ranks of feeds, present and past. */
export class RankedFeeds {
  #versions: readonly FeedVersion[] = []
  /** Versions in force, by number. */
  #present: (FeedVersion | undefined)[] = []

  /** Takes every version of every feed, in order. */
  take(versions: readonly FeedVersion[]): void {
    const seen = new Set<number>()
    const present: (FeedVersion | undefined)[] = []
    this.#versions = versions.map((version) => {
      const isFirst = !seen.has(version.number)
      seen.add(version.number)
      if (version.known_to === null) present[version.number] = version
      // Data received before the first version of a feed counts with its first rank.
      return isFirst ? { ...version, known_from: EVER } : version
    })
    this.#present = present
  }

  name(feed: number): string | null {
    return this.#present[feed]?.name ?? null
  }
  /** Lower wins. */
  priority(feed: number): number {
    return this.#present[feed]?.priority ?? GONE.priority
  }
  trust(feed: number): number {
    return this.#present[feed]?.trust ?? GONE.trust
  }

  during(period: Period): ReturnType<RankedThen> {
    return new KnownVersions(this.#versions, period, rankingOf)
  }
}

function rankingOf(versions: readonly FeedVersion[]): Ranking & { feedName(number: number): string | null } {
  const by = new Map(versions.map((version) => [version.number, version]))
  return {
    priority: (feed) => by.get(feed)?.priority ?? GONE.priority,
    trust: (feed) => by.get(feed)?.trust ?? GONE.trust,
    feedName: (feed) => by.get(feed)?.name ?? null,
  }
}
