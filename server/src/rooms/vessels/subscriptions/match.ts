import type { NotificationSeverity } from '@samudra/contract/notifications'
import { NOTIFICATION_SEVERITIES } from '@samudra/contract/notifications'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import { allOf, anyOf, isAddressed, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Watched } from '../../picture/picture/room.ts'
import type { AreaBody, ListBody, Membership } from '../../chart/filter-inputs/room.ts'
import type { VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'
import { knowersOf } from '../../../sea/knowers.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import type { Followers } from './followers.ts'
import { severityOf, type HeldSubscription } from './subscription.ts'
import { agoOf, manyWords, OLD_MS, wordsOf, type Words } from './words.ts'

export type Known = Awaited<ReturnType<IdentityInterface['everyone']>>[number]
export type MatchNeeds = {
  followers: Followers
  areas: Objects<AreaBody>
  lists: Objects<ListBody>
  membership: Membership
  watched: Watched
  names: SourceNames
  portName: (id: string) => string | null
}
/** Words with the sources of vessel names. */
type WordsFor = Words & { reportedBy: (mmsi: number, split: number) => number[] }
type Item = { happening: VesselUpdateRow; severity: NotificationSeverity; subscriptions: string[] }

/** Notices of one user in one go; more are gathered, each of one thing, and if need be each of one type. */
const MOST_SINGLE = 8
/** Ships a notice is found by. */
const MOST_FOUND_BY = 5000

/**
 * Creates notifications of vessel updates for subscribers who may see them. `isFlooded` marks users with so many
 * recent ones that the rest is grouped, without a toast.
 */
export class Matching {
  readonly told: OutgoingNotification[] = []
  /** Number of updates per subscription. */
  readonly counts = new Map<string, number>()
  readonly #needs: MatchNeeds
  readonly #now: number
  readonly #items = new Map<string, Item[]>()
  readonly #known: ReadonlyMap<string, Known>

  constructor(needs: MatchNeeds, known: readonly Known[], now: number) {
    this.#needs = needs
    this.#now = now
    this.#known = new Map(known.map((user) => [user.userId, user]))
  }

  get userIds(): string[] {
    return [...this.#items.keys()]
  }

  /** Finds the users to notify of a vessel update. */
  take(happening: VesselUpdateRow): void {
    const { followers } = this.#needs
    const may = mayKnow(happening, this.#needs)
    const found = new Map<string, Item>()
    for (const one of followers.of(happening, this.#now)) {
      const user = this.#known.get(one.owner_id)
      if (user === undefined || happening.at < one.created_at.getTime()) continue
      if (!may(user) || !this.#seesTarget(one, user)) continue
      const severity = severityOf(one, happening.type)
      const item = found.get(user.userId)
      if (item === undefined) found.set(user.userId, { happening, severity, subscriptions: [one.id] })
      else {
        item.severity = gravest([item.severity, severity])
        if (!item.subscriptions.includes(one.id)) item.subscriptions.push(one.id)
      }
    }
    for (const [userId, item] of found) this.#put(userId, item)
  }

  #put(userId: string, item: Item) {
    const items = this.#items.get(userId) ?? []
    this.#items.set(userId, items)
    if (items.some((other) => isSame(other.happening, item.happening))) return
    items.push(item)
    for (const id of item.subscriptions) this.counts.set(id, (this.counts.get(id) ?? 0) + 1)
  }

  #seesTarget({ body: { target } }: HeldSubscription, user: Known): boolean {
    if (target.kind !== 'LIST') return true
    const list = this.#needs.lists.find(target.id)
    if (list === undefined || !this.#needs.lists.isSeenBy(list, user as Caller)) return false
    return this.#needs.membership.isVisible(list, user as Caller)
  }

  /** Puts it into words. */
  finish(isFlooded: (userId: string) => boolean): void {
    const singles = new Map<string, { told: OutgoingNotification; ids: string[] }>()
    for (const [userId, items] of this.#items) {
      const user = this.#known.get(userId)!
      const words = this.#wordsFor(user)
      const isMuch = isFlooded(userId)
      if (items.length <= MOST_SINGLE && !isMuch)
        for (const item of items) this.#single(item, user, words, singles)
      else
        for (const group of gathered(items, isMuch))
          this.told.push(this.#gathered(group, user, words, isMuch))
    }
    for (const { told: notified, ids } of singles.values())
      this.told.push({ ...notified, audience: allOf(users(...ids), notified.audience) })
  }

  #wordsFor(user: Known): WordsFor {
    const nameFor = this.#needs.watched.namesFor(user)
    const codeOf = (source: number) => this.#needs.names.sourceCode(source)
    return {
      nameOf: (mmsi, split) => nameFor(mmsi, split)?.name ?? `MMSI ${mmsiText(mmsi)}`,
      reportedBy: (mmsi, split) => nameFor(mmsi, split)?.sources ?? [],
      portName: (id) => this.#needs.portName(id) ?? id,
      sourceName: codeOf,
    }
  }

  /** Adds one notification of one update, for all users with the same text. */
  #single(
    { happening, severity }: Item,
    user: Known,
    words: WordsFor,
    singles: Map<string, { told: OutgoingNotification; ids: string[] }>,
  ) {
    const { mmsi, split, type, at, occasion, facts } = happening
    const count = type === 'FEED_SILENT' ? this.#shipsOf(happening, user) : 1
    const more =
      type === 'FEED_SILENT'
        ? `: ${count} of the vessels you follow ${count === 1 ? 'is' : 'are'} silent with it`
        : ''
    const text = `${wordsOf(happening, words)}${more}${agoOf(at, this.#now)}.`
    const named = [{ mmsi, split }, ...(facts.near?.others ?? [])]
    const reportedByOf = named
      .map((ship) => words.reportedBy(ship.mmsi, ship.split))
      .filter(({ length }) => length > 0)
    const key = JSON.stringify([mmsi, occasion, severity, text, reportedByOf])
    const known = singles.get(key)
    if (known !== undefined) return void known.ids.push(user.userId)
    const audience = knowersOf([...happening.sources, ...reportedByOf], happening.places, this.#needs.names)
    const isShip = mmsi !== 0
    const ship = { mmsi: mmsiText(mmsi), label: words.nameOf(mmsi, split) }
    singles.set(key, {
      ids: [user.userId],
      told: {
        kind: 'VESSEL',
        severity,
        text,
        link: isShip ? { kind: 'vessel', ...ship } : null,
        audience,
        isQuiet: this.#now - at >= OLD_MS,
        ...aboutOf(happening, this.#needs.areas),
        vessel: {
          type,
          mmsis: isShip ? [mmsi] : [],
          at,
          count,
          link: isShip ? { type: 'VESSEL', id: ship.mmsi } : null,
        },
      },
    })
  }

  #shipsOf({ facts }: VesselUpdateRow, { userId }: Known): number {
    const { followers } = this.#needs
    const mmsis = facts.silent?.mmsis ?? []
    const mine = [...followers.ships('DARK', this.#now)].filter(([, some]) =>
      some.some(({ owner_id }) => owner_id === userId),
    )
    const followed = new Set(mine.map(([mmsi]) => mmsi))
    return mmsis.filter((mmsi) => followed.has(mmsi)).length
  }

  /** One notice of many things, which only who sees what this user sees now may read later. */
  #gathered(items: readonly Item[], user: Known, words: Words, isMuch: boolean): OutgoingNotification {
    const happenings = items.map(({ happening }) => happening)
    const [first] = happenings
    const { type } = first!
    const isOneThing = new Set(happenings.map(thingOf)).size === 1
    const severity = gravest(items.map((item) => item.severity))
    const mmsis = [...new Set(happenings.map(({ mmsi }) => mmsi))]
    const last = Math.max(...happenings.map(({ at }) => at))
    const visibility: Audience = user.visibility.all
      ? { to: 'unconfined' }
      : anyOf({ to: 'unconfined' }, { to: 'sight', mark: user.visibility.mark() })
    const text =
      items.length === 1
        ? wordsOf(first!, words)
        : type === 'FEED_SILENT'
          ? happenings.map((one) => wordsOf(one, words)).join('; ')
          : manyWords(type, happenings, isOneThing, words)
    return {
      kind: 'VESSEL',
      severity,
      text: `${text}${agoOf(last, this.#now)}.`,
      link: { kind: 'screen', path: `/home/main/vesselNotifications?type=${type}` },
      audience: allOf(users(user.userId), visibility),
      isQuiet: isMuch || this.#now - last >= OLD_MS,
      ...(isOneThing ? aboutOf(first!, this.#needs.areas) : {}),
      vessel: { type, mmsis: mmsis.slice(0, MOST_FOUND_BY), at: last, count: mmsis.length, link: null },
    }
  }
}

const gravest = (some: readonly NotificationSeverity[]) =>
  NOTIFICATION_SEVERITIES[Math.max(...some.map((one) => NOTIFICATION_SEVERITIES.indexOf(one)))]!

/** Returns the subject of a vessel update besides its vessel. */
const thingOf = ({ type, facts }: VesselUpdateRow) => `${type} ${facts.port ?? facts.zone?.id ?? ''}`

/** Returns true for the same pair, if both vessels near each other are followed: one is notified. */
function isSame(one: VesselUpdateRow, other: VesselUpdateRow): boolean {
  if (one.type !== 'NEAR' || other.type !== 'NEAR') return false
  const isIn = (mmsi: number, { facts }: VesselUpdateRow) =>
    facts.near?.others.some((ship) => ship.mmsi === mmsi) === true
  return (
    one.facts.near?.count === 1 &&
    other.facts.near?.count === 1 &&
    isIn(one.mmsi, other) &&
    isIn(other.mmsi, one)
  )
}

/** By what they are about; by type alone where that is still too much. */
function gathered(items: readonly Item[], isMuch: boolean): Item[][] {
  const things = groupsOf(items, ({ happening }) => thingOf(happening))
  return things.length <= MOST_SINGLE && !isMuch ? things : groupsOf(items, ({ happening }) => happening.type)
}
function groupsOf(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...groups.values()]
}

function mayKnow(happening: VesselUpdateRow, { names, areas }: MatchNeeds): (user: Known) => boolean {
  const audience = knowersOf(happening.sources, happening.places, names)
  const { zone } = happening.facts
  const area = zone?.kind === 'AOI' ? areas.find(zone.id) : undefined
  return (user) => {
    if (zone?.kind === 'AOI' && (area === undefined || !areas.isSeenBy(area, user as Caller))) return false
    return isAddressed(audience, user)
  }
}

function aboutOf(
  { facts: { zone } }: VesselUpdateRow,
  areas: Objects<AreaBody>,
): Pick<OutgoingNotification, 'about'> {
  const area = zone?.kind === 'AOI' ? areas.find(zone.id) : undefined
  return area === undefined ? {} : { about: { kind: 'area', id: area.id, seers: areas.audience(area) } }
}
