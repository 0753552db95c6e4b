import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Whereabouts, WorldField } from '@samudra/rules/world'
import type { PortCallsInterface } from '../../../vessels/port-calls/room.ts'
import type { VesselsInterface } from '../../../vessels/vessels/room.ts'
import type { Ships } from '../../../../sea/ships.ts'
import { fieldsOf } from '../rule.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
/** Delay, ms, after which a new fact counts in any query, as facts are read a moment later. */
const HEARD_MS = 120_000

/**
 * Vessels and period of a query on the past; epoch ms. `corrected`: by current knowledge instead of knowledge of that
 * time.
 */
export type About = { from: number; to: number; mmsis: readonly number[] | null; corrected: boolean }
export type PastNeeds = {
  calls: Pick<PortCallsInterface, 'knownCalls'>
  vessels: Pick<VesselsInterface, 'identityChanges'>
}
type Call = Awaited<ReturnType<PortCallsInterface['knownCalls']>>[number]
type Change = Awaited<ReturnType<VesselsInterface['identityChanges']>>[number]
export type PastRows = { calls: readonly Call[]; changes: readonly Change[] }

const queries = (rules: readonly EvaluatedRule[], ...fields: string[]) =>
  rules.some((rule) => fields.some((field) => fieldsOf(rule).has(field)))
const keyOf = ({ mmsi, split }: { mmsi: number; split: number }) => mmsi * 256 + split

/** Returns facts that rules need and that became known after an instant, up to the end of the period. */
export async function pastSince(
  { calls, vessels }: PastNeeds,
  rules: readonly EvaluatedRule[],
  { to, mmsis }: About,
  since: number,
): Promise<PastRows> {
  return {
    calls: queries(rules, 'days_since_last_call', 'last_port')
      ? await calls.knownCalls({ to, since, mmsis })
      : [],
    changes: queries(rules, 'flag_changes_12m', 'name_changes_12m')
      ? await vessels.identityChanges({ from: since, to, mmsis })
      : [],
  }
}
/** All of it. */
export const pastOf = async (needs: PastNeeds, rules: readonly EvaluatedRule[], about: About) => {
  const past = new PastOf(about.corrected)
  past.add(await pastSince(needs, rules, about, about.from - YEAR_MS))
  return past
}

/**
 * At which ports ships called last, and what they were called before. A call counts from when it was known on, so that the
 * same is answered later.
 */
export class PastOf {
  readonly #corrected: boolean
  readonly #calls = new Map<number, Call[]>()
  readonly #changes = new Map<number, Change[]>()

  constructor(corrected: boolean) {
    this.#corrected = corrected
  }

  add({ calls, changes }: PastRows): void {
    for (const call of calls) put(this.#calls, call, (other) => other.came_at === call.came_at)
    for (const change of changes)
      put(this.#changes, change, (other) => other.at === change.at && other.field === change.field)
  }

  /** As it is handed to another thread. */
  rows(): PastRows & { corrected: boolean } {
    const [calls, changes] = [[...this.#calls.values()].flat(), [...this.#changes.values()].flat()]
    return { calls, changes, corrected: this.#corrected }
  }

  number(field: WorldField, ships: Ships, where: Whereabouts): number {
    if (field === 'days_since_last_call') return this.#daysSinceCall(ships, where)
    if (field === 'flag_changes_12m') return this.#changesBefore('FLAG', ships, where)
    if (field === 'name_changes_12m') return this.#changesBefore('NAME', ships, where)
    return Number.NaN
  }

  lastPort(ships: Ships, where: Whereabouts): string | null {
    return this.#lastCall(ships, where)?.port ?? null
  }

  #daysSinceCall(ships: Ships, where: Whereabouts): number {
    const call = this.#lastCall(ships, where)
    if (call === undefined) return Number.NaN
    const leftKnown = this.#corrected ? call.left_at : call.left_known
    if (call.left_at === null || leftKnown === null || leftKnown + this.#lagMs > where.at) return 0
    return Math.max(0, where.at - call.left_at) / DAY_MS
  }

  get #lagMs() {
    return this.#corrected ? 0 : HEARD_MS
  }

  #lastCall(ships: Ships, { ship, at }: Whereabouts): Call | undefined {
    return of(this.#calls, ships, ship)?.findLast(
      (call) => (this.#corrected ? call.came_at : call.came_known) + this.#lagMs <= at,
    )
  }

  #changesBefore(query: Change['field'], ships: Ships, { ship, at }: Whereabouts): number {
    let count = 0
    for (const { field, at: changedAt } of of(this.#changes, ships, ship) ?? [])
      if (field === query && changedAt + this.#lagMs <= at && changedAt > at - YEAR_MS) count++
    return count
  }
}

const of = <One>(all: ReadonlyMap<number, One[]>, ships: Ships, ship: number): One[] | undefined =>
  all.get(keyOf({ mmsi: ships.mmsi[ship]!, split: ships.split[ship]! }))

function put<One extends { mmsi: number; split: number }>(
  all: Map<number, One[]>,
  one: One,
  isSame: (other: One) => boolean,
) {
  const key = keyOf(one)
  const mine = all.get(key)
  if (mine === undefined) return void all.set(key, [one])
  const at = mine.findIndex(isSame)
  if (at < 0) mine.push(one)
  else mine[at] = one
}
