import type { AlertDefinition } from '@samudra/contract/alert-definitions'
import { eventTypeOf } from '@samudra/contract/event-types'
import type { Rule } from '@samudra/contract/rule-keeping'

export const SOUND_WORDS: Readonly<Record<AlertDefinition['sound'], string>> = {
  NONE: 'None',
  SOFT: 'Soft',
  LOUD: 'Loud',
}
export const KEY_WORDS: Readonly<Record<AlertDefinition['dedupe_key'][number], string>> = {
  mmsi: 'ship',
  pair: 'pair of vessels',
  aoi: 'area',
}
/** Returns the words for what a detector finds. */
export const detectorWords = (code: string) => eventTypeOf(code)?.label ?? code
/** Returns the trigger of a definition in words: a detector, or a rule by its name. */
export const raisedBy = ({ trigger }: Pick<AlertDefinition, 'trigger'>, rules: ReadonlyMap<string, Rule>) =>
  'builtin' in trigger
    ? `Detector: ${detectorWords(trigger.builtin)}`
    : `Rule: ${rules.get(trigger.rule_id)?.name ?? 'not visible to you'}`
export const shareText = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`)
