import type { AuditRecord } from '@samudra/contract/audit'
import { ACTION_WORDS } from '@samudra/contract/action-words'
import { CLOCK_ACTIONS } from '@samudra/contract/clock-actions'
import { changesOf } from './record-changes.ts'

const WORDS: Readonly<Record<string, string>> = { ...ACTION_WORDS, ...CLOCK_ACTIONS }

/** Returns the words of an action; a code not known here stays unchanged. */
export const actionWords = (action: string): string => WORDS[action] ?? action

/** Actions by their words, in alphabetical order; the code distinguishes two actions with the same words. */
export const ACTION_CHOICES = Object.entries(WORDS)
  .map(([value, words]) => {
    const isAlone = Object.values(WORDS).filter((one) => one === words).length === 1
    return { value, label: isAlone ? words : `${words} (${value})` }
  })
  .sort((a, b) => a.label.localeCompare(b.label))

/** Fields of a user that change with every change. */
const ALWAYS = ['version', 'updated_at']

/** Returns true for a user's own choice of palette, unit or zone. */
export function isOfDisplay({ action, before, after, result }: AuditRecord): boolean {
  if (result !== 'OK') return false
  if (action === 'saveTimezones') return true
  if (action !== 'updateUser') return false
  const changed = changesOf(before, after)
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
    .map(({ field }) => field)
    .filter((field) => !ALWAYS.includes(field))
  return changed.every((field) => field === 'userSettings')
}

export type Gathered = AuditRecord & { times: number }

/** Changes of the display that follow each other are one row, the newest of them, with how many they were. */
export function gathered(records: readonly AuditRecord[]): Gathered[] {
  const rows: Gathered[] = []
  for (const record of records) {
    const last = rows.at(-1)
    if (last !== undefined && last.actor_id === record.actor_id && isOfDisplay(last) && isOfDisplay(record))
      last.times++
    else rows.push({ ...record, times: 1 })
  }
  return rows
}
