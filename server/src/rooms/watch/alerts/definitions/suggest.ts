import type { AlertDefinition } from '@samudra/contract/alert-definitions'
import type { Suggestion } from '@samudra/contract/alert-figures'
import type { AisFilter } from '@samudra/contract/filter'
import { IS_TRUE } from '@samudra/contract/alert-workflow'
import { mmsiText } from '../../../../sea/ship-numbers.ts'
import { NO_MMSI } from '../alert.ts'
import type { CountedRow } from '../figures/figures.sql.ts'
import { isGraver } from '../alert-visibility.ts'

/** Minimum number of alerts for a suggestion; fewer could be chance. */
const LEAST = 10
/** Share of the alerts from one cause that deserves a suggestion. */
export const MOSTLY = 0.5
/** Share of alerts a change must leave out to deserve a suggestion. */
const WORTH = 0.25
/** Minimum number of judged alerts; if so small a share was true, the rest is noise. */
const JUDGED_LEAST = 10
const SELDOM_TRUE = 0.05
const MINUTE_MS = 60_000
/** A short interruption is no end: up to here it is grace; longer, the same thing comes again. */
const GRACES = [10, 20, 30] as const
const WINDOWS = [120, 240, 480, 1440] as const

/** Definition or rule that raised alerts, as it stands now, with its alerts in the order they became known. */
export type Raised = {
  definition_id: string | null
  rule_id: string
  name: string
  rows: readonly CountedRow[]
  inPort: readonly CountedRow[]
  /** Undefined of a rule that raises alerts by itself, and of what was deleted. */
  now: Pick<AlertDefinition, 'exclude_in_port' | 'dedupe_window_min' | 'grace_min' | 'subject'>
}

const percent = (n: number, of: number) => `${Math.round((n / of) * 100)} %`
type Change = Suggestion['change']

/** Returns changes that would have raised fewer alerts, largest reduction first. */
export function suggestionsFor(raised: Raised): Suggestion[] {
  const { rows, definition_id, rule_id, name } = raised
  if (rows.length < LEAST) return []
  const say = (
    kind: Suggestion['kind'],
    left: readonly CountedRow[],
    change: Change,
    words: string,
  ): Suggestion => ({
    kind,
    definition_id,
    rule_id,
    name,
    text: `${words} ${left.length} of ${rows.length} would not have been raised.`,
    alerts: rows.length,
    left_out: left.length,
    true_left_out: left.filter(({ disposition }) => disposition !== null && IS_TRUE[disposition] === true)
      .length,
    change,
  })
  return [inPort(raised, say), oneShip(raised, say), again(raised, say), neverTrue(raised, say)]
    .filter((one) => one !== null)
    .sort((a, b) => b.left_out - a.left_out)
}
type Say = (
  kind: Suggestion['kind'],
  left: readonly CountedRow[],
  change: Change,
  words: string,
) => Suggestion

function inPort({ rows, inPort: there, now }: Raised, say: Say) {
  if (now.exclude_in_port || there.length < rows.length * MOSTLY) return null
  return say(
    'IN_PORT',
    there,
    { exclude_in_port: true },
    `${percent(there.length, rows.length)} were in ports. Exclude ports?`,
  )
}

function oneShip({ rows, now }: Raised, say: Say) {
  const per = new Map<number, CountedRow[]>()
  for (const row of rows) {
    const hers = per.get(row.mmsi)
    if (hers === undefined) per.set(row.mmsi, [row])
    else hers.push(row)
  }
  const [mmsi, hers] = [...per].reduce((most, one) => (one[1].length > most[1].length ? one : most))
  if (mmsi === NO_MMSI || hers.length < rows.length * MOSTLY) return null
  // The other vessel of a pair still matches.
  const left = hers.filter(({ other_mmsi }) => other_mmsi === null)
  if (left.length === 0) return null
  const text = mmsiText(mmsi)
  return say(
    'ONE_SHIP',
    left,
    { subject: but(now.subject, text) },
    `One vessel, MMSI ${text}, raises ${percent(hers.length, rows.length)}. Shelve its alerts, add it to a list, or exclude it?`,
  )
}
/** The same ships without one. */
const but = (subject: AisFilter | undefined, mmsi: string): AisFilter => {
  const node = { k: 'attr' as const, field: 'mmsi' as const, cmp: 'nin' as const, value: [mmsi] }
  return { ...subject, expr: subject?.expr === undefined ? node : { op: 'ALL', of: [subject.expr, node] } }
}

/** The shortest grace or window by which enough alerts would have been one with the one before. */
function again({ rows, now }: Raised, say: Say) {
  const isWorth = (left: readonly CountedRow[]) => left.length >= rows.length * WORTH
  for (const minutes of GRACES) {
    if (minutes <= Math.max(now.grace_min, now.dedupe_window_min)) continue
    const left = mergedBy(rows, minutes)
    if (isWorth(left))
      return say(
        'GRACE',
        left,
        { grace_min: minutes },
        `Many clear and recur within ${minutes} minutes. Set a grace of ${minutes} min?`,
      )
  }
  for (const minutes of WINDOWS) {
    if (minutes <= now.dedupe_window_min) continue
    const left = mergedBy(rows, minutes)
    if (isWorth(left))
      return say(
        'WINDOW',
        left,
        { dedupe_window_min: minutes },
        `Many repeat for the same vessel within ${minutes / 60} hours. Deduplicate for ${minutes / 60} h?`,
      )
  }
  return null
}

/**
 * Returns alerts that would have counted in the one before, had it stayed for this many minutes after it last held.
 * They have the same subject and audience (by sources; visibility of positions is ignored) and are no graver.
 */
export function mergedBy(rows: readonly CountedRow[], minutes: number): CountedRow[] {
  const before = new Map<string, { severity: CountedRow['severity']; last: number; isActive: boolean }>()
  return rows.filter((row) => {
    const key = `${row.dedupe} ${row.told} ${row.of_past}`
    const one = before.get(key)
    const isSame =
      one !== undefined &&
      !isGraver(row.severity, one.severity) &&
      (one.isActive || one.last + minutes * MINUTE_MS >= row.first_at)
    before.set(key, {
      severity: isSame ? one.severity : row.severity,
      last: Math.max(isSame ? one.last : 0, row.last_at),
      isActive: row.condition === 'ACTIVE',
    })
    return isSame
  })
}

function neverTrue({ rows }: Raised, say: Say) {
  const judged = rows.filter(({ disposition }) => disposition !== null && IS_TRUE[disposition] !== null)
  const right = judged.filter(({ disposition }) => IS_TRUE[disposition!] === true)
  if (judged.length < JUDGED_LEAST || right.length > judged.length * SELDOM_TRUE) return null
  const words = right.length === 0 ? 'None' : `Only ${right.length}`
  const verb = right.length > 1 ? 'were' : 'was'
  return say(
    'NEVER_TRUE',
    rows,
    {},
    `${words} of ${judged.length} reviewed ${verb} true. Narrow its vessels, or disable it? Disabled,`,
  )
}
