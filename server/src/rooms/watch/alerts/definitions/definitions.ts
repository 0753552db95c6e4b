import { EMPTY_AUDIENCE, type Audience } from '../../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { SeenObjects } from '../../../../platform/kernel/objects/object-seers.sql.ts'
import { readLast } from '../../../../platform/kernel/objects/objects.sql.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import type { NamedRule } from '../../rules/room.ts'
import {
  isRaising,
  raiserOf,
  ruleRaiser,
  type DefinitionBody,
  type HeldDefinition,
  type Raiser,
} from './definition.ts'

/** Alert definitions by trigger; deleted ones are still read for their alerts. */
export class Definitions {
  readonly objects: Objects<DefinitionBody>
  readonly #db: Db
  #made: { changes: number; by: ReadonlyMap<string, HeldDefinition[]> } = { changes: -1, by: new Map() }

  constructor(db: Db, objects: Objects<DefinitionBody>) {
    this.#db = db
    this.objects = objects
  }

  /** Returns definitions that raise alerts for a rule's hits; the rule itself if no definition exists. */
  raisedBy(ruleId: string, { type, alerts }: NamedRule): readonly Raiser[] {
    if (this.#made.changes !== this.objects.changes) {
      const by = new Map<string, HeldDefinition[]>()
      for (const one of this.objects.all()) {
        if (!isRaising(one)) continue
        const { trigger } = one.body
        const key = 'builtin' in trigger ? `builtin ${trigger.builtin}` : `rule ${trigger.rule_id}`
        by.set(key, [...(by.get(key) ?? []), one])
      }
      this.#made = { changes: this.objects.changes, by }
    }
    const defined = [`builtin ${type}`, `rule ${ruleId}`].flatMap((key) => this.#made.by.get(key) ?? [])
    if (defined.length > 0 || alerts === null) return defined.map(raiserOf)
    return [ruleRaiser(alerts)]
  }

  /** Returns definitions whose alerts a caller may see. */
  seenBy(caller: Caller): SeenObjects {
    const current = this.objects.list(caller).map(({ id }) => id)
    return { type: this.objects.kind.type, current, viewer: caller }
  }

  /** As each stands; of those that were deleted as they were last. */
  async #last(ids: readonly string[]): Promise<ReadonlyMap<string, HeldDefinition>> {
    const gone = ids.filter((id) => this.objects.find(id) === undefined)
    const last =
      gone.length === 0 ? [] : ((await readLast(this.#db, this.objects.kind.type, gone)) as HeldDefinition[])
    const there = ids.flatMap((id) => this.objects.find(id) ?? [])
    return new Map([...there, ...last].map((one) => [one.id, one]))
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const last = await this.#last([...new Set(ids)])
    return new Map([...last].map(([id, { body }]) => [id, body.name]))
  }

  /** Returns the audience of each definition; for deleted ones the last audience. */
  async seersOf(ids: readonly string[]): Promise<ReadonlyMap<string, Audience>> {
    const last = await this.#last(ids)
    return new Map(
      ids.map((id) => {
        const one = last.get(id)
        return [id, one === undefined ? EMPTY_AUDIENCE : this.objects.audience(one)]
      }),
    )
  }
}
