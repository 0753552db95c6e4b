import { ADMIN_SETTINGS, type SettingValue } from '@samudra/contract/admin-settings'
import type { Changes } from './admin-settings.ts'

/** Counts of what a change would affect at once; a count that is not available is left out. */
export type Measured = {
  /** Counts open sessions without use for longer than so many minutes. */
  sessionsIdleFor?: (minutes: number) => Promise<number>
  /** Open sessions that began more than so many hours ago. */
  sessionsOlderThan?: (hours: number) => Promise<number>
  /** Active users whose password is older than so many days. */
  passwordsOlderThan?: (days: number) => Promise<number>
  /** Active users, of administrators or of all, without a second factor. */
  usersWithoutSecondFactor?: (of: 'administrators' | 'everyone') => Promise<number>
  /** People whose screens are open and who are no administrators. */
  othersAtWork?: () => Promise<number>
}

const RULES = new Map(ADMIN_SETTINGS.map((rule) => [rule.key, rule]))
const worded = (value: SettingValue): string => {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** Describes in sentences what a change does, the immediate effects last. */
export async function effectsOf(
  different: Changes,
  before: (key: string) => SettingValue,
  measured: Measured,
): Promise<string[]> {
  const sentences: string[] = []
  for (const [key, value] of Object.entries(different)) {
    const { label, unit } = RULES.get(key)!
    const unitWord = unit === undefined || unit === '' ? '' : ` ${unit}`
    sentences.push(`${label}: ${worded(before(key))} changes to ${worded(value)}${unitWord}.`)
  }
  for (const [key, value] of Object.entries(different)) {
    const struck = await strikes(key, value, measured)
    if (struck !== null) sentences.push(struck)
  }
  return sentences
}

async function strikes(key: string, value: SettingValue, measured: Measured): Promise<string | null> {
  const amount = Number(value)
  switch (key) {
    case 'session.timeout_min': {
      const count = (await measured.sessionsIdleFor?.(amount)) ?? 0
      return count === 0
        ? null
        : `${many(count, 'open session has been idle longer and ends', 'open sessions have been idle longer and end')} immediately.`
    }
    case 'session.max_hours': {
      const count = (await measured.sessionsOlderThan?.(amount)) ?? 0
      return count === 0
        ? null
        : `${many(count, 'open session started', 'open sessions started')} earlier. Open sessions end at their original time.`
    }
    case 'password.max_age_days': {
      const count = amount === 0 ? 0 : ((await measured.passwordsOlderThan?.(amount)) ?? 0)
      return count === 0
        ? null
        : `${many(count, 'user has an older password and must', 'users have an older password and must')} change it at the next login.`
    }
    case 'security.second_factor': {
      const count =
        value === 'nobody'
          ? 0
          : ((await measured.usersWithoutSecondFactor?.(value as 'administrators' | 'everyone')) ?? 0)
      return count === 0
        ? null
        : `${many(count, 'user has', 'users have')} no second factor yet and must set one up after login.`
    }
    case 'system.maintenance': {
      if (value !== true) return null
      const count = (await measured.othersAtWork?.()) ?? 0
      return `${many(count, 'user is', 'users are')} logged in now. All except administrators see the maintenance notice.`
    }
    case 'ais.raw_lines_days':
      return amount === 0
        ? 'Raw messages are no longer stored. Stored raw messages are deleted within one hour.'
        : 'Raw messages of older days are permanently deleted within one hour.'
    default:
      return null
  }
}
