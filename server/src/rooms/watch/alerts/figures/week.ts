import { alertDefinitionKind } from '@samudra/contract/alert-definitions'
import { tableUpdate } from '@samudra/contract/kind'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { anyOf, type Audience } from '../../../../platform/kernel/http/audience.ts'
import type { AlertRow } from '../alert.ts'
import { knowersOfAlerts, type SeenNeeds } from '../alert-visibility.ts'

/** Minimum time between pushes of a definition's figures to a screen, ms; each push makes the screen read them. */
export const FIGURES_MS = 5000
/** Interval for pushing figures to all users who see a definition, ms; alerts of a week ago leave the figures. */
export const WEEK_LEFT_MS = 3_600_000

type Needs = Pick<SeenNeeds, 'definitions' | 'names' | 'rules' | 'send'> & { log: Log }

/**
 * Pushes to screens with definitions that their weekly alerts or precision changed. Only users who may know one of the
 * changed alerts receive it: the figures of others stay the same.
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

  /** Pushes what is due; a failed push is repeated the next time. */
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

  /** Pushes all definitions: alerts a week old leave the figures without any action. */
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

/** Returns each distinct audience once: in an alert burst most are equal. */
const differing = (audiences: readonly Audience[]): Audience[] => [
  ...new Map(audiences.map((one) => [JSON.stringify(one), one])).values(),
]
