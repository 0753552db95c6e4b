/** Words of the audit record for steps without a call, by code. */
export const CLOCK_ACTIONS = {
  'alert escalated': 'Told the next of an alert nobody took',
  'rule acted': 'Did what a rule asks for of what it found',
  'alert shown again': 'Showed an alert again whose shelving was over',
} as const satisfies Readonly<Record<string, string>>
export type ClockAction = keyof typeof CLOCK_ACTIONS
