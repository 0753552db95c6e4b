import { createRule } from '@samudra/contract/rule-keeping'
import type { RuleDraft } from '@samudra/contract/rules'

/** More rules one file does not bring. */
export const MOST_IMPORTED = 200

/** Returns the rule in parsed JSON, or a sentence with its faults. */
export function readRaw(raw: unknown): { rule: RuleDraft } | { why: string } {
  const reading = createRule.input(raw)
  if (reading.ok) return { rule: reading.value }
  const whys = reading.fields.map(({ field, why }) => (field === '' ? why : `${field} ${why}`))
  return { why: `${whys.slice(0, 4).join('; ')}.` }
}

/** One rule of a file: its name as far as it has one, and the rule or what is wrong with it. */
export type FoundRule = { name: string } & ({ rule: RuleDraft } | { why: string })

/** The rules of a file: one, a list of them, or a list under `rules`. Throws what to do when it holds none. */
export function rulesIn(text: string): FoundRule[] {
  const list = listIn(text)
  if (list.length === 0) throw new Error('This file has no rules.')
  if (list.length > MOST_IMPORTED)
    throw new Error(`There are ${list.length} rules in this file; import at most ${MOST_IMPORTED} at a time.`)
  return list.map((raw, i) => ({ name: nameOf(raw) ?? `Rule ${i + 1}`, ...readRaw(raw) }))
}

function listIn(text: string): unknown[] {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    throw new Error('This is no JSON file; take one that was saved here.')
  }
  if (Array.isArray(raw)) return raw
  const { rules } = (raw ?? {}) as { rules?: unknown }
  return Array.isArray(rules) ? rules : [raw]
}
function nameOf(raw: unknown): string | null {
  const { name } = (raw ?? {}) as { name?: unknown }
  return typeof name === 'string' && name.trim() !== '' ? name : null
}

/** Rules as a file that can be brought in again. */
export const fileOf = (rules: readonly RuleDraft[]): string => `${JSON.stringify({ rules }, null, 2)}\n`
