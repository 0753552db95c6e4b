import { alertDefinitionKind } from '@samudra/contract/alert-definitions'
import { tableUpdate } from '@samudra/contract/kind'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { anyOf, type Audience } from '../../../../platform/kernel/http/audience.ts'
import type { AlertRow } from '../alert.ts'
import { knowersOfAlerts, type SeenNeeds } from '../alert-visibility.ts'

/** Who holds a definition is told of its figures no more often than this: who is told reads them. */
export const FIGURES_MS = 5000
/** What was raised a week ago leaves the figures; they are told to all who see the definition so often. */
export const WEEK_LEFT_MS = 3_600_000

type Needs = Pick<SeenNeeds, 'definitions' | 'names' | 'rules' | 'send'> & { log: Log }

/**
 * Tells who holds definitions that what they raised in a week, or its precision, is another. Each hears of it who may know
 * of one of the alerts it is for: others have the same figures as before.
 */
export class WeeklyFigures {
  readonly #needs: Needs
  /** By the id of a definition: the alerts its figures changed by, by theirs. */
  #due = new Map<string, Map<string, AlertRow>>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** These alerts are new, or judged otherwise than before. */
  changedBy(rows: readonly AlertRow[]) {
    for (const row of rows) {
      if (row.definition_id === null) continue
      const due = this.#due.get(row.definition_id) ?? new Map<string, AlertRow>()
      this.#due.set(row.definition_id, due.set(row.id, row))
    }
  }

  /** Tells what is due; what could not be told is told the next time. */
  async notify(): Promise<void> {
    const due = [...this.#due]
    this.#due = new Map()
    try {
      await this.#pushOf(due)
    } catch (error) {
      for (const [, rows] of due) this.changedBy([...rows.values()])
      this.#needs.log.warn('figures of alert definitions wait to be pushed', { error: sentenceOf(error) })
    }
  }

  async #pushOf(due: readonly (readonly [string, ReadonlyMap<string, AlertRow>])[]) {
    if (due.length === 0) return
    const knowers = await knowersOfAlerts(
      this.#needs,
      due.flatMap(([, rows]) => [...rows.values()]),
    )
    for (const [id, rows] of due) this.#send(id, anyOf(...differing([...rows.values()].map(knowers))))
  }

  /** Tells of all of them: what is a week old is in no figure any more, though nothing was done. */
  async notifyAll(): Promise<void> {
    const { objects } = this.#needs.definitions
    for (const one of objects.all()) this.#send(one.id, objects.audience(one))
  }

  #send(id: string, to: Audience) {
    const version = this.#needs.definitions.objects.find(id)?.version
    if (version === undefined) return
    const { table } = alertDefinitionKind
    this.#needs.send(tableUpdate, { table, op: 'update', ids: [id], version }, to)
  }
}

/** Of a flood most are known to the same: each audience once. */
const differing = (audiences: readonly Audience[]): Audience[] => [
  ...new Map(audiences.map((one) => [JSON.stringify(one), one])).values(),
]
