import {
  FIGURES_DAYS,
  getAlertFigures,
  MOST_COUNTED,
  type Counted,
  type Suggestion,
} from '@samudra/contract/alert-figures'
import { eventTypeOf } from '@samudra/contract/event-types'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { PortsInterface } from '../../../chart/ports/room.ts'
import type { HistoryInterface } from '../../../past/history/room.ts'
import { isPlaceSeen } from '../../../../sea/page-seen.ts'
import { PortAreas } from '../../../../sea/port-areas.ts'
import { unionOf } from '../../../../sea/time-spans.ts'
import { ruleRaiser } from '../definitions/definition.ts'
import { dutiesBetween } from '../duty/duties.sql.ts'
import { Tally, watchOf } from './figures.ts'
import { countedAlerts, hitPlaces, type CountedRow } from './figures.sql.ts'
import { queryFor, type SeenNeeds } from '../alert-visibility.ts'
import { MOSTLY, suggestionsFor } from '../definitions/suggest.ts'

export type FiguresNeeds = SeenNeeds & {
  clock: Clock
  ports: Pick<PortsInterface, 'judged'>
  history: Pick<HistoryInterface['counts'], 'spans' | 'refresh'>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const USUAL_DAYS = 7
/** Read in one statement. */
const PORTION = 5000
const MOST_ITEMS = 500
const MOST_SUGGESTIONS = 50
type By = 'DEFINITION' | 'RULE' | 'DETECTOR'

export const figuresOps = (needs: FiguresNeeds): Handled[] => [
  handle(getAlertFigures, async ({ input, caller }) => {
    const now = needs.clock.now()
    const { from, to } = periodOf(input, now)
    const inPort = PortAreas.of(needs.ports.judged())
    const isInPort = (at: Pick<CountedRow, 'lat_udeg' | 'lon_udeg'>) => inPort.hold(at)
    const [whole, groups, raisers] = [new Tally(), new Groups(input.by), new Groups('DEFINITION')]
    for await (const row of rowsOf(needs, caller, { from, to })) {
      const isThere = isInPort(row)
      whole.add(row, isThere, now)
      groups.add(row, isThere, now)
      raisers.keep(row, isThere)
    }
    const until = Math.min(to, now)
    const duties = (await dutiesBetween(needs.db, new Date(from), new Date(until))).filter(
      ({ role }) => role === 'WATCH_OFFICER',
    )
    await needs.history.refresh()
    const watched = unionOf([
      ...(await needs.history.spans({ from, to: until, imports: false })),
      ...whole.spans,
    ])
    const watch = watchOf(
      duties.map(({ user_id, from_at, to_at }) => ({
        user_id,
        from: from_at.getTime(),
        to: to_at.getTime(),
      })),
      { from, to: until, watched },
    )
    const nameOf = await namesOf(needs, [...groups.all(), ...raisers.all()])
    const items = groups
      .all()
      .map(({ key, definition_id, rule_id, tally, title }): Counted => {
        const id = input.by === 'DEFINITION' ? (definition_id ?? '') : key
        const of = { definition_id: input.by === 'DEFINITION' ? definition_id : null, rule_id }
        return {
          id,
          name: input.by === 'DETECTOR' ? detectorName(key) : nameOf({ ...of, title }),
          ...of,
          ...tally.figures(watch.officerHours, watch.officers),
        }
      })
      .sort((a, b) => b.alerts - a.alerts || (a.name < b.name ? -1 : 1))
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      hours: (until - from) / HOUR_MS,
      watched_hours: watch.watchedHours,
      officer_hours: watch.officerHours,
      unwatched_hours: watch.unwatchedHours,
      whole: whole.figures(watch.officerHours, watch.officers),
      items: items.slice(0, MOST_ITEMS),
      suggestions: await suggestionsOf(needs, raisers, { isInPort, nameOf }),
    }
  }),
]

const refused = (field: string, why: string) =>
  new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })

/** Throws VALIDATION for a period that is none, or too long. */
function periodOf(input: { from?: string | undefined; to?: string | undefined }, now: number) {
  const to = input.to === undefined ? now : Date.parse(input.to)
  const from = input.from === undefined ? to - USUAL_DAYS * DAY_MS : Date.parse(input.from)
  if (from >= to || from >= now) throw refused('from', 'must lie before to, and before now')
  if (to - from > FIGURES_DAYS * DAY_MS)
    throw refused('from', `is more than ${FIGURES_DAYS} days before to; choose a shorter period`)
  return { from, to }
}

/** Reads the alerts of a period that the caller may know, in portions; throws TOO_LARGE. */
async function* rowsOf(needs: FiguresNeeds, caller: Caller, period: { from: number; to: number }) {
  const query = queryFor(needs, period, caller)
  let after: CountedRow | undefined
  let sliceBegan = performance.now()
  for (let read = 0; ;) {
    const rows = await countedAlerts(needs.db, query, { limit: PORTION, after })
    read += rows.length
    if (read > MOST_COUNTED)
      throw new OperationError(
        'TOO_LARGE',
        `There are more than ${MOST_COUNTED} alerts; choose a shorter period.`,
      )
    for (const row of rows) if (isPlaceSeen(row, caller.visibility)) yield row
    if (rows.length < PORTION) return
    after = rows.at(-1)
    sliceBegan = await breathe(sliceBegan)
  }
}

type Group = {
  key: string
  definition_id: string | null
  rule_id: string | null
  title: string
  tally: Tally
  rows: CountedRow[]
  inPort: CountedRow[]
}
/** Alerts put together by what raised them, the rule or what was found. */
class Groups {
  readonly #by: By
  readonly #groups = new Map<string, Group>()
  constructor(by: By) {
    this.#by = by
  }

  add(row: CountedRow, isInPort: boolean, now: number) {
    this.#of(row).tally.add(row, isInPort, now)
  }
  /** For what looks at each of them. */
  keep(row: CountedRow, isInPort: boolean) {
    const group = this.#of(row)
    group.rows.push(row)
    if (isInPort) group.inPort.push(row)
  }
  all = () => [...this.#groups.values()]

  #of({ definition_id, rule_id, type, title }: CountedRow): Group {
    const key =
      this.#by === 'DETECTOR' ? type : this.#by === 'RULE' ? rule_id : (definition_id ?? `rule ${rule_id}`)
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const group: Group = {
      key,
      definition_id,
      rule_id: this.#by === 'DETECTOR' ? null : rule_id,
      title,
      tally: new Tally(),
      rows: [],
      inPort: [],
    }
    this.#groups.set(key, group)
    return group
  }
}

const detectorName = (code: string) => (code === 'RULE' ? 'User rules' : (eventTypeOf(code)?.label ?? code))

type Named = Pick<Group, 'definition_id' | 'rule_id' | 'title'>
/** Returns names of definitions and rules; for deleted ones the last name. */
async function namesOf({ definitions, rules }: FiguresNeeds, groups: readonly Named[]) {
  const names = await definitions.namesOf(
    groups.flatMap(({ definition_id: id }) => (id === null ? [] : [id])),
  )
  return ({ definition_id, rule_id, title }: Named): string =>
    (definition_id === null ? undefined : names.get(definition_id)) ??
    rules.named(rule_id ?? '')?.title ??
    title
}

/** Returns changes that would have raised fewer alerts, for definitions and rules that still exist. */
async function suggestionsOf(
  { db, definitions, rules }: FiguresNeeds,
  raisers: Groups,
  {
    isInPort,
    nameOf,
  }: {
    isInPort: (at: Pick<CountedRow, 'lat_udeg' | 'lon_udeg'>) => boolean
    nameOf: (of: Named) => string
  },
): Promise<Suggestion[]> {
  const all: Suggestion[] = []
  let sliceBegan = performance.now()
  for (const { definition_id, rule_id, title, rows, inPort } of raisers.all()) {
    sliceBegan = await breathe(sliceBegan)
    const byItself = rules.named(rule_id!)?.alerts ?? null
    const now =
      definition_id !== null
        ? definitions.objects.find(definition_id)?.body
        : byItself === null
          ? undefined
          : ruleRaiser(byItself)
    if (now === undefined) continue
    const isMostly = !now.exclude_in_port && inPort.length >= rows.length * MOSTLY
    all.push(
      ...suggestionsFor({
        definition_id,
        rule_id: rule_id!,
        name: nameOf({ definition_id, rule_id, title }),
        rows,
        inPort: isMostly ? await onlyInPort(db, inPort, isInPort) : [],
        now,
      }),
    )
  }
  return all.sort((a, b) => b.left_out - a.left_out).slice(0, MOST_SUGGESTIONS)
}

/** Returns alerts with hits in ports only: any other hit would have raised them later. */
async function onlyInPort(
  db: FiguresNeeds['db'],
  rows: readonly CountedRow[],
  isInPort: (at: Pick<CountedRow, 'lat_udeg' | 'lon_udeg'>) => boolean,
) {
  const elsewhere = new Set<string>()
  for (let at = 0; at < rows.length; at += PORTION) {
    const ids = rows.slice(at, at + PORTION).map(({ id }) => id)
    for (const hit of await hitPlaces(db, ids)) if (!isInPort(hit)) elsewhere.add(hit.alert_id)
  }
  return rows.filter(({ id }) => !elsewhere.has(id))
}
