import { ADMIN_SETTINGS, type SettingValue } from '@samudra/contract/admin-settings'

/** The administrators' settings as rooms read them, each time they need one: a change counts at once. */
export interface Administered {
  number(key: string): number
  flag(key: string): boolean
  text(key: string): string
  list(key: string): string[]
  /** Values every user may know. */
  publicValues(): Record<string, SettingValue>
}

/** Settings over a source of the values that differ from their defaults. */
export function administered(held: () => ReadonlyMap<string, SettingValue>): Administered {
  const rules = new Map(ADMIN_SETTINGS.map((rule) => [rule.key, rule]))
  const value = (key: string) => {
    const rule = rules.get(key)
    if (rule === undefined) throw new Error(`there is no setting ${key}`)
    return held().get(key) ?? rule.default
  }
  return {
    number: (key) => value(key) as number,
    flag: (key) => value(key) as boolean,
    text: (key) => value(key) as string,
    list: (key) => value(key) as string[],
    publicValues: () =>
      Object.fromEntries(
        ADMIN_SETTINGS.filter((rule) => rule.public === true).map(({ key }) => [
          key,
          value(key) as SettingValue,
        ]),
      ),
  }
}
