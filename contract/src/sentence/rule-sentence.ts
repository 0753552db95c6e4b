import { SEVERITIES } from '../event-types.ts'
import type { RuleDraft, RuleNode } from '../rules.ts'
import type { RuleAction } from '../rule-actions.ts'
import { readAction, writeAction } from './actions.ts'
import { readList, writeList } from './conditions.ts'
import { Cursor } from './cursor.ts'
import { minutes, number, oneOf, quoted, several, text, type Names, type Words } from './values.ts'
import { NO, Phrases, type Held, type Wording } from './wording.ts'

/** Parts of a rule in its sentence: everything evaluated, severity, name, and actions. */
export type SentenceRule = Pick<RuleDraft, 'subject' | 'when' | 'severity'> &
  Partial<
    Pick<
      RuleDraft,
      | 'name'
      | 'scope'
      | 'unless'
      | 'clear'
      | 'hysteresis_nm'
      | 'grace_min'
      | 'schedule'
      | 'valid_from'
      | 'valid_to'
      | 'repeat_yearly'
      | 'dedupe'
      | 'limits'
      | 'allowed_lateness_min'
      | 'exclude_in_port'
      | 'require_coverage'
      | 'actions'
    >
  >
type Read = SentenceRule &
  Required<
    Pick<SentenceRule, 'dedupe' | 'limits' | 'allowed_lateness_min' | 'exclude_in_port' | 'require_coverage'>
  >

/** Words for the subject of a rule, before its conditions. */
const SUBJECTS = {
  VESSEL: 'a vessel',
  PAIR: 'one of two vessels',
  AREA: 'in an area a vessel',
  SOURCE: 'a source',
  AIRCRAFT: 'an aircraft',
} satisfies Record<RuleDraft['subject'], string>
const OWN_KEY = { VESSEL: 'mmsi', PAIR: 'pair', AREA: 'aoi', SOURCE: 'source', AIRCRAFT: 'icao24' } as const
/** Defaults that a sentence leaves out. */
const PLAINLY = {
  window_min: 60,
  limits: { max_hits_per_hour: 100 },
  allowed_lateness_min: 15,
  exclude_in_port: false,
  require_coverage: false,
}

const SCHEDULE: Wording[] = [
  { is: { zone: 'UTC', light: 'NIGHT' }, say: 'at night' },
  { is: { zone: 'UTC', light: 'DAY' }, say: 'by day' },
  { say: 'in time zone {zone:text} [on {days}] [from {from:clock}] [to {to:clock}] [by {light}]' },
]
const clock: Words = {
  write: (time) => time as string,
  read: (cursor) => cursor.match(/\d\d:\d\d/y, 'a time like 06:30') ?? NO,
}
const DAYS = { 0: 'Sun', 1: 'Mon', 2: 'Tue', 3: 'Wed', 4: 'Thu', 5: 'Fri', 6: 'Sat' }
const WHEN = new Phrases<Names>(SCHEDULE, {
  text,
  clock,
  days: several(oneOf<number>(DAYS), 'and'),
  light: oneOf({ NIGHT: 'night', DAY: 'day' }),
})
const ONCE = new Phrases<Names>([{ say: 'once per {window_min:minutes} for each {key}' }], {
  minutes,
  key: several(
    oneOf({ mmsi: 'vessel', aoi: 'area', pair: 'pair', source: 'source', icao24: 'aircraft' }),
    'and',
  ),
})
const HOURLY = new Phrases<Names>([{ say: 'at most {max_hits_per_hour:number} hits per hour' }], { number })

const whole = (phrases: Phrases<Names>): Words => ({
  write: (held, names) => phrases.write(held as Held, names),
  read: (cursor, names) => phrases.read(cursor, names),
})
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/
const instant: Words = {
  write: (at) => (new RegExp(`^${INSTANT.source}$`).test(at as string) ? (at as string) : JSON.stringify(at)),
  read: (cursor, names, of) =>
    cursor.match(new RegExp(INSTANT, 'y'), 'an instant like 2026-01-05T10:00:00Z') ??
    quoted.read(cursor, names, of),
}
const list: Words = {
  write: (node, names) => writeList(node as RuleNode, names),
  read: (cursor, names) => readList(cursor, names) ?? NO,
}

/** Wordings after the condition, each after a comma, written in this order and read in any. */
const MORE: Wording[] = [
  { say: 'unless it {unless:list}' },
  { say: 'until it {clear:list}' },
  { is: { exclude_in_port: true }, say: 'except in port' },
  { is: { require_coverage: true }, say: 'except outside coverage' },
  { say: '{schedule}' },
  { say: 'valid from {valid_from:instant}' },
  { say: 'valid to {valid_to:instant}' },
  { is: { repeat_yearly: true }, say: 'every year' },
  { say: 'with hysteresis of {hysteresis_nm:number} NM' },
  { say: 'cleared after {grace_min:minutes}' },
  { say: 'with fixes up to {allowed_lateness_min:minutes} late' },
  { say: '{dedupe}' },
  { say: '{limits}' },
]
const PARTS = MORE.map((one) => ({
  field: Object.keys(one.is ?? {})[0] ?? /\{(\w+)/.exec(one.say)![1]!,
  phrases: new Phrases<Names>([one], {
    list,
    instant,
    number,
    minutes,
    schedule: whole(WHEN),
    dedupe: whole(ONCE),
    limits: whole(HOURLY),
  }),
}))
const SUBJECT = oneOf(SUBJECTS)
const SEVERITY = oneOf(Object.fromEntries(SEVERITIES.map((one) => [one, one])))

const plainDedupe = (subject: RuleDraft['subject']) => ({
  key: [OWN_KEY[subject]],
  window_min: PLAINLY.window_min,
})
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Writes a rule as one sentence. Throws Unsayable for a condition without a sentence. */
export function sentenceOf(rule: SentenceRule, given: Names): string {
  const { subject, scope, when, severity, name, actions } = rule
  const names = { ...given, isOfAircraft: subject === 'AIRCRAFT' }
  const plain: Held = { ...PLAINLY, dedupe: plainDedupe(subject), repeat_yearly: false }
  const who = `When ${SUBJECTS[subject]}`
  const begun = scope === undefined ? who : `${who} that ${writeList(scope, names)},`
  const stated = [`${begun} ${writeList(when, names)}`]
  for (const { field, phrases } of PARTS) {
    const value = (rule as Held)[field]
    if (value === undefined || isSame(value, plain[field])) continue
    stated.push(phrases.write({ [field]: value }, names) ?? '')
  }
  const called = name === undefined ? '' : ` ${JSON.stringify(name)}`
  const isAlert = actions?.some((one) => one.do === 'ALERT') ?? false
  const does = (actions ?? []).flatMap((one) => (one.do === 'ALERT' ? [] : [`; ${writeAction(one, names)}`]))
  return `${stated.join(', ')}: ${severity} ${isAlert ? 'alert' : 'hit'}${called}${does.join('')}`
}

/** Returns the rule of a sentence. Throws SentenceFault, with the position, for unreadable text. */
export function readSentence(sentence: string, names: Names): Read {
  const cursor = new Cursor(sentence)
  const need = <T>(found: T | null | typeof NO): T => {
    if (found === null || found === NO) throw cursor.fault()
    return found
  }
  const take = (word: string) => need(cursor.take(word) ? true : null)
  if (!cursor.take('when')) take('When')
  const subject = need(SUBJECT.read(cursor, names, {})) as RuleDraft['subject']
  let scope: RuleNode | null = null
  if (cursor.take('that')) {
    scope = need(readList(cursor, names))
    take(',')
  }
  const when = need(readList(cursor, names))
  const more: Record<string, unknown> = {}
  while (cursor.take(',')) Object.assign(more, readMore(cursor, names, more))
  take(':')
  const severity = need(SEVERITY.read(cursor, names, {})) as RuleDraft['severity']
  const isAlert = cursor.take('alert')
  if (!isAlert) take('hit')
  const name = quoted.read(cursor, names, {})
  const actions: RuleAction[] = isAlert ? [{ do: 'ALERT' }] : []
  while (cursor.take(';')) actions.push(need(readAction(cursor, names)))
  if (!cursor.isAtEnd && (name !== NO || !cursor.take('.'))) throw cursor.fault()
  const { window_min: _window, ...plain } = PLAINLY
  return {
    ...plain,
    dedupe: plainDedupe(subject),
    subject,
    ...(scope === null ? {} : { scope }),
    when,
    ...more,
    severity,
    ...(name === NO ? {} : { name: name as string }),
    ...(actions.length === 0 ? {} : { actions }),
  }
}

/** Reads the part after one comma. Throws SentenceFault, also for a repeated part. */
function readMore(cursor: Cursor, names: Names, stated: Held): Held {
  const from = cursor.at
  for (const { field, phrases } of PARTS) {
    const found = phrases.read(cursor, names)
    if (found === NO) continue
    if (stated[field] !== undefined) throw cursor.faultAt(from, 'this part is repeated; write it once')
    return found
  }
  throw cursor.fault()
}
