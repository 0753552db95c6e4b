/** An `amount` is a text of a number and its unit, as the specification writes them: '5760 minutes', '5KM'. */
export type SettingKind = 'number' | 'amount' | 'flag' | 'text' | 'choice' | 'list'
export type SettingRule = {
  key: string
  group:
    | 'session'
    | 'password'
    | 'security'
    | 'map'
    | 'ais'
    | 'alerts'
    | 'chat'
    | 'mail'
    | 'calls'
    | 'forum'
    | 'reports'
    | 'limits'
    | 'system'
  label: string
  /** Effect of changing it, in one sentence. */
  what: string
  kind: SettingKind
  unit?: string
  default: number | boolean | string | readonly string[]
  min?: number
  max?: number
  choices?: readonly string[]
  /** Shown to every user. */
  public?: boolean
}

/** Declares a setting that is a number between limits. */
export const number = (
  key: string,
  label: string,
  what: string,
  unit: string,
  [least, usual, most]: [number, number, number],
  more: { public?: boolean } = {},
): SettingRule => ({
  key,
  group: key.split('.')[0] as SettingRule['group'],
  label,
  what,
  kind: 'number',
  unit,
  default: usual,
  min: least,
  max: most,
  ...more,
})

/** Declares a setting that is a number with its unit. */
export const amount = (
  key: string,
  label: string,
  what: string,
  unit: string,
  limits: [number, number, number],
): SettingRule => ({
  ...number(key, label, what, unit, limits, { public: true }),
  kind: 'amount',
  default: `${limits[1]}${unit}`,
})
