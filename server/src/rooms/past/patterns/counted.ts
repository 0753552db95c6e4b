import type { Db } from '../../../platform/needs/database.ts'
import { learnedDays } from './patterns.sql.ts'
import { DAY_MS, dayOf } from './learn.ts'
import { readResets, type Reset, type ResetSubject } from './resets.sql.ts'

export const USUAL_DAYS = 30

/** Which days counted at an instant for one thing, and what people had reset of it until then. */
export async function countedDays(
  db: Db,
  { at, days, of }: { at: number; days: number; of: { subject: ResetSubject; key: number } },
): Promise<{ days: number[]; learnedAt: number | null; resets: Reset[] }> {
  const [learned, all] = await Promise.all([learnedDays(db), readResets(db)])
  const resets = all.filter((one) => one.subject === of.subject && one.key === of.key && one.at <= at)
  const since = Math.max(dayOf(at) - days * DAY_MS, resets.at(-1)?.at ?? -Infinity)
  const counted = learned.filter(({ day, usableFrom }) => day >= since && day < dayOf(at) && usableFrom <= at)
  return {
    days: counted.map(({ day }) => day),
    learnedAt: counted.length === 0 ? null : Math.max(...counted.map((one) => one.learnedAt)),
    resets,
  }
}

/** Returns the learned period as operations present it. */
export function presentPeriod(
  counted: { days: readonly number[]; learnedAt: number | null; resets: readonly Reset[] },
  seen: number,
  at: number,
) {
  const iso = (instant: number | null | undefined) =>
    instant === null || instant === undefined ? null : new Date(instant).toISOString()
  const last = counted.days.at(-1)
  return {
    from: iso(counted.days[0]),
    to: iso(last === undefined ? null : last + DAY_MS),
    days: seen,
    learned_at: iso(counted.learnedAt),
    as_of: new Date(at).toISOString(),
    resets: counted.resets.map(({ at: then, reason, by }) => ({
      at: new Date(then).toISOString(),
      reason,
      by,
    })),
  }
}
