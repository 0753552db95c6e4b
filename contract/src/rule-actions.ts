import { z } from 'zod'
import { DUTY_ROLES } from './duties.ts'
import { Id } from './kernel.ts'

/** Channels by which recipients are notified, unless they chose other ones for such notifications. */
export const ACTION_CHANNELS = ['PAGE', 'SOUND', 'DIGEST', 'EMAIL'] as const
export type ActionChannel = (typeof ACTION_CHANNELS)[number]
/** Roles of accounts, and duties of the watch as they stand when something is found. */
export const ACTION_ROLES = ['ADMIN', 'USER', ...DUTY_ROLES] as const
export type ActionRole = (typeof ACTION_ROLES)[number]

const Recipients = z
  .object({
    users: z.array(Id).max(200).default([]),
    groups: z.array(Id).max(50).default([]),
    roles: z.array(z.enum(ACTION_ROLES)).max(ACTION_ROLES.length).default([]),
  })
  .refine(({ users, groups, roles }) => users.length + groups.length + roles.length > 0, {
    message: 'names no recipient; name users, groups or roles',
  })
export type Recipients = z.output<typeof Recipients>

/** A year. */
export const MOST_EXPIRES_H = 8760
const ACTIONS = {
  /** An alert is raised of each hit, within the window of the rule. */
  ALERT: z.object({ do: z.literal('ALERT') }),
  /** Notifies the recipients who may know of the hit. */
  NOTIFY: z.object({
    do: z.literal('NOTIFY'),
    channel: z.enum(ACTION_CHANNELS, 'is no channel of rules; choose PAGE, SOUND, DIGEST or EMAIL'),
    to: Recipients,
  }),
  /** The ship, of a pair both, is put on a static list, as the owner of the rule. */
  ADD_TO_LIST: z.object({
    do: z.literal('ADD_TO_LIST'),
    list: Id,
    expires_h: z.number().int().min(1).max(MOST_EXPIRES_H),
  }),
  /** The hit is written into the record of what was done. */
  LOG: z.object({ do: z.literal('LOG') }),
  /** Notifies a webhook of the hit; for rules of administrators. */
  WEBHOOK: z.object({ do: z.literal('WEBHOOK'), id: Id }),
} as const

/** Actions in the contract that are not implemented. */
const NOT_DONE: Readonly<Record<string, string>> = {
  OPEN_CASE: 'needs cases, which are not available; remove it',
  RELEASE: 'needs release to others, which is not available; remove it',
  TAG: 'needs vessel tags, which are not available; use a list',
  TRAIL: 'is not available for rules; the trail is on the map of the alert and the vessel',
}
/** Actions of a rule besides the finding; an action without implementation is refused by name. */
export const RuleAction = z.discriminatedUnion(
  'do',
  [ACTIONS.ALERT, ACTIONS.NOTIFY, ACTIONS.ADD_TO_LIST, ACTIONS.LOG, ACTIONS.WEBHOOK],
  {
    error: ({ input }) => {
      const named = (input as { do?: unknown } | null | undefined)?.do
      const why = typeof named === 'string' ? NOT_DONE[named] : undefined
      return why ?? `is not done here; choose of ${Object.keys(ACTIONS).join(', ')}`
    },
  },
)
export type RuleAction = z.output<typeof RuleAction>

/** Maximum number of actions for one hit. */
const MOST_ACTIONS = 10
export const RuleActions = z
  .array(RuleAction)
  .min(1)
  .max(MOST_ACTIONS)
  .refine((all) => !all.slice(1).some((one) => one.do === 'ALERT'), {
    message: 'must have ALERT first, and only once',
  })
  .refine((all) => new Set(all.map((one) => JSON.stringify(one))).size === all.length, {
    message: 'say the same twice; say it once',
  })

export const RULE_ACTION_STATES = ['WAITS', 'DONE', 'REFUSED'] as const
/** Outcome of one action of a rule for one hit. */
export const RuleActionOutcome = z.object({
  action: RuleAction,
  state: z.enum(RULE_ACTION_STATES),
  /** Why it was refused, or what there is to say of it; empty where nothing is. */
  why: z.string(),
})
export type RuleActionOutcome = z.output<typeof RuleActionOutcome>
