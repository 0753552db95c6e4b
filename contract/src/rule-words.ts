import type { RuleAction } from './rule-actions.ts'
import type { RuleExplanation } from './rule-results.ts'
import type { RuleGroup, RuleNode, RulePredicate } from './rules.ts'
import { writeAction } from './sentence/actions.ts'
import { writeBare, writeNode, writeTimes } from './sentence/conditions.ts'
import { sentenceOf, type SentenceRule } from './sentence/rule-sentence.ts'
import { inWords, type NameOf } from './sentence/values.ts'

/** Formats a duration: seconds, minutes up to two hours, hours up to two days, days. */
export function minutesText(minutes: number): string {
  const of = (count: number, unit: string) => `${Number(count.toFixed(1))} ${unit}`
  if (minutes < 1) return of(minutes * 60, 's')
  if (minutes < 120) return of(minutes, 'min')
  return minutes < 2880 ? of(minutes / 60, 'h') : of(minutes / 1440, 'days')
}

const UNNAMED: NameOf = () => undefined

/** Returns a rule as one sentence in people's words, without the outlines drawn in it. */
export const sentenceOfRule = (rule: SentenceRule, nameOf: NameOf = UNNAMED): string =>
  sentenceOf(rule, { nameOf, drawn: 'WORD' })

/** Returns the same for people who do not see all that it names: a word replaces such a name, and not the id. */
export const sentenceForOthers = (rule: SentenceRule, nameOf: NameOf): string =>
  sentenceOf(rule, { nameOf, drawn: 'WORD', unnamed: 'WORD' })

/** Why something was found, for people who may not see all that the rule names. */
export const explanationForOthers = (explanation: RuleExplanation): RuleExplanation => ({
  ...explanation,
  positions: undefined,
  asked: inWords(explanation.asked),
  of: explanation.of.map(explanationForOthers),
})

/** A condition with how long and how often it is to hold. */
export const phraseOf = (node: RuleNode, nameOf: NameOf = UNNAMED, isOfAircraft = false): string =>
  writeNode(node, { nameOf, drawn: 'WORD', isOfAircraft })

/** Formats duration and frequency of a box; empty without either. */
export const timesPhrase = (box: RuleGroup): string => writeTimes(box, { nameOf: UNNAMED, drawn: 'WORD' })

/** A condition as it stands at a moment, without how long it is to hold. */
export const conditionPhrase = (
  node: RulePredicate,
  nameOf: NameOf = UNNAMED,
  isOfAircraft = false,
): string => writeBare(node, { nameOf, drawn: 'WORD', isOfAircraft })

/** Formats an action of a hit as part of a sentence. */
export const actionPhrase = (action: RuleAction, nameOf: NameOf = UNNAMED): string =>
  action.do === 'ALERT' ? 'raise an alert' : (writeAction(action, { nameOf, drawn: 'WORD' }) ?? '')
