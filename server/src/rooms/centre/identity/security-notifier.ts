import { tableUpdate } from '@samudra/contract/kind'
import { ADMINISTRATORS, anyOf, EVERYONE, users } from '../../../platform/kernel/http/audience.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { SamudraBus } from '../../../sea/topics.ts'
import { Sessions, type SessionNeeds } from './sessions.ts'
import type { ZoneChange } from './zones.ops.ts'

type Needs = Omit<SessionNeeds, 'ended'> & { others: Others; send: Send; bus: SamudraBus }
type Ended = { ids: string[]; reason: string }
/** Null: everybody's. */
type Whose = string[] | null

/** Topics between processes. */
const [ENDED, RIGHTS, ZONES] = ['sessions ended', 'rights', 'zones'] as const

/** Publishes sessions that end and rights that change, in this process or another, and pushes them to screens. */
export class SecurityNotifier {
  readonly sessions: Sessions
  readonly #needs: Needs

  constructor(needs: Needs) {
    const { others, zones } = needs
    this.#needs = needs
    this.sessions = new Sessions({
      ...needs,
      ended: (ids, reason) => {
        this.#haveEnded({ ids, reason })
        others.publish(ENDED, { ids, reason })
      },
    })
    others.follow<Ended>(ENDED, { changed: (ended) => this.#haveEnded(ended) })
    others.follow(ZONES, { changed: () => zones.load() })
    others.follow<Whose>(RIGHTS, {
      changed: (whose) => this.#haveChanged(whose),
      afresh: async () => {
        await zones.load()
        // Each open screen is checked again, closed when its session has ended, and notified of what differs.
        this.#haveChanged(null)
        return false
      },
    })
  }

  /** Notifies users whose rights changed, and administrators. */
  readonly rightsChanged = (whose: Whose): void => {
    this.#haveChanged(whose)
    this.#needs.others.publish(RIGHTS, whose)
    const audience = whose === null ? EVERYONE : anyOf(ADMINISTRATORS, users(...whose))
    this.#needs.send(tableUpdate, { table: 'users', op: 'update', ids: whose ?? [], version: 0 }, audience)
  }

  /** Pushes that a user was added, removed, blocked or renamed: every screen shows the list of names. */
  readonly listChanged = (op: 'add' | 'update' | 'delete', id: string): void =>
    this.#needs.send(tableUpdate, { table: 'users', op, ids: [id], version: 0 }, EVERYONE)

  /** Pushes that a zone changed, and that the rights of users who are confined to it did. */
  zonesChanged({ op, id, version, confined }: ZoneChange): void {
    this.#needs.others.publish(ZONES, null)
    if (confined.length > 0) this.rightsChanged([...confined])
    this.#needs.send(tableUpdate, { table: 'zones', op, ids: [id], version }, EVERYONE)
  }

  #haveEnded(ended: Ended) {
    this.sessions.forgetEnded(ended.ids)
    this.#needs.bus.publish('sessionsEnded', ended)
  }
  #haveChanged(whose: Whose) {
    this.sessions.forget(whose)
    this.#needs.bus.publish('rightsChanged', whose)
  }
}
