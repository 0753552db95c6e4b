import { NO_AUDIENCE } from '@samudra/contract/alert-audience'
import type { AlertDefinition, AlertDefinitionDraft } from '@samudra/contract/alert-definitions'
import { DETECTED_TYPES, eventTypeOf } from '@samudra/contract/event-types'
import type { RuleDraft } from '@samudra/contract/rules'
import { columnsOf, type Held } from '../../../../platform/kernel/objects/object-rules.ts'
import type { HeldKind } from '../../../../platform/kernel/objects/objects.ts'

/** Part of a definition that is stored as its body; the audience is a column of every object. */
export type DefinitionBody = Omit<AlertDefinitionDraft, 'visibility'> &
  Pick<AlertDefinition, 'state' | 'disabled_until' | 'error_reason'>
export type HeldDefinition = Held<DefinitionBody>

/** One to be reviewed raises still. */
export const isRaising = ({ domain, body: { state } }: HeldDefinition): boolean =>
  domain === 'REAL' && (state === 'ENABLED' || state === 'REVIEW_DUE')

/** Types that the centre looks for everywhere, also in ports. */
const ALSO_IN_PORT = new Set(['BLACKLIST', 'AREA_OF_INTEREST', 'MMSI_DUPLICATE', 'SPOOFING_EVENT'])
/**
 * Detectors whose findings inform: they are events, and their given definition is off until a centre chooses the vessels,
 * states or areas of which it wants alerts. Raised for all vessels they would flood the watch.
 */
const INFORMS = new Set([
  'TWELVE_NM',
  'TWENTY_FOUR_NM',
  'SPEED_CHANGE',
  'COURSE_CHANGE',
  'ABNORMAL_TIME',
  'HDB_SCAN',
  'DEAD_REACON',
  'NAME_MISMATCH',
  'ILLEGAL_MMSI',
  'ILLEGAL_IMO',
])
const INFORMS_WORDS =
  'Disabled by default: its detections are events. Choose the vessels, flags, lists or types that need an alert, then enable it.'
/** Definition that a release gives of the findings of a detector, with the severity of the detector. */
const givenOf = (code: string): DefinitionBody => ({
  name: eventTypeOf(code)?.label ?? code,
  description: INFORMS.has(code) ? INFORMS_WORDS : '',
  trigger: { builtin: code },
  severity: null,
  audience: NO_AUDIENCE,
  channels: [],
  dedupe_key: ['mmsi', 'pair', 'aoi'],
  dedupe_window_min: 60,
  grace_min: 0,
  exclude_in_port: !ALSO_IN_PORT.has(code),
  escalation_policy_id: 'STANDARD',
  sound: 'SOFT',
  state: INFORMS.has(code) ? 'DISABLED' : 'ENABLED',
  disabled_until: null,
  error_reason: '',
})
const givenId = (code: string) => `default-${code}`

export const DEFINITION_OBJECTS: HeldKind<DefinitionBody> = {
  type: 'alert_definition',
  noun: 'alert definition',
  given: DETECTED_TYPES.map((code) => ({ id: givenId(code), body: givenOf(code) })),
}

/** Origin of alerts: a definition, or a rule itself, which has no definition. */
export type Raiser = Pick<
  DefinitionBody,
  | 'severity'
  | 'dedupe_window_min'
  | 'grace_min'
  | 'auto_clear_min'
  | 'escalation_policy_id'
  | 'exclude_in_port'
  | 'subject'
  | 'schedule'
  | 'crossing'
  | 'sound'
> & { id: string | null; owner_id: string; dedupe_key: RuleDraft['dedupe']['key'] }

export const raiserOf = ({ id, owner_id, body }: HeldDefinition): Raiser => ({ ...body, id, owner_id })
/** A rule that raises alerts by itself: its own conditions say of whom and when. */
export const ruleRaiser = ({ key, window_min }: RuleDraft['dedupe']): Raiser => ({
  id: null,
  owner_id: '',
  severity: null,
  dedupe_key: key,
  dedupe_window_min: window_min,
  grace_min: 0,
  escalation_policy_id: 'STANDARD',
  exclude_in_port: false,
  sound: 'SOFT',
})

/** As the contract shows one; `stats` are null where nothing is counted. */
export const presentDefinition = (
  one: HeldDefinition,
  mine: boolean,
  stats: AlertDefinition['stats'],
): AlertDefinition => ({
  ...columnsOf(one, mine),
  ...one.body,
  // Versions from before there were duty roles and channels have none.
  audience: { ...NO_AUDIENCE, ...one.body.audience },
  channels: one.body.channels ?? [],
  enabled: one.body.state === 'ENABLED' || one.body.state === 'REVIEW_DUE',
  stats,
})
