import type { Db } from '../../../../platform/needs/database.ts'
import { memberIdsOf, membersVersions } from '../channels/channel-members.sql.ts'

/** Maximum number of channels with cached members; the one not used longest makes room. */
const MOST_CHANNELS = 500

/** Members of channels by the table of the moment: read again only when the version of a channel's members grew. */
export class ChannelMembers {
  readonly #db: Db
  readonly #known = new Map<string, { version: number; members: ReadonlySet<string> }>()

  constructor(db: Db) {
    this.#db = db
  }

  async of(channels: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const versions = await membersVersions(this.#db, channels)
    const found = new Map<string, ReadonlySet<string>>()
    for (const [id, version] of versions) {
      const known = this.#known.get(id)
      this.#known.delete(id)
      const fresh =
        known?.version === version ? known : { version, members: new Set(await memberIdsOf(this.#db, id)) }
      this.#known.set(id, fresh)
      found.set(id, fresh.members)
    }
    for (const [oldest] of this.#known) {
      if (this.#known.size <= MOST_CHANNELS) break
      this.#known.delete(oldest)
    }
    return found
  }
}
