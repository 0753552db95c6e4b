import { createRule, updateRule, type Rule } from '@samudra/contract/rule-keeping'
import type { RuleDraft } from '@samudra/contract/rules'
import { useRef, useState } from 'react'
import { call } from '../../../../wire/call.ts'
import { changesOf, draftOf, faultsOf, ruleOf, writtenOf, type Draft } from './rule-draft.ts'
import { historyOf, redo, step, undo } from '../runs/history.ts'
import { rules } from '../../../../stored/rules.ts'

/** Text typed in the text view of a rule, and the rule text it replaces or produces. */
export type Typed = { of: string; text: string }

/** A rule that is written: as it stands by now, what it was begun from, and the ways back. */
export type Writing = {
  draft: Draft
  /** The rule it is; what is typed is not sent yet. */
  rule: RuleDraft
  /** The version that was looked at; null of a new one. */
  base: Rule | null
  isChanged: boolean
  faults: readonly string[]
  change: (part: Partial<Draft>, tag?: string) => void
  /** Another rule altogether, as of a text. */
  replace: (rule: RuleDraft, tag?: string) => void
  /** Text typed in each view, which may not be readable yet; it is shown again when the view returns. */
  typed: Readonly<Record<string, Typed>>
  type: (view: string, typed: Typed) => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** Saves over a version; answers what was stored. */
  save: (over: Rule | null) => Promise<Rule>
  adopt: (rule: Rule) => void
  /** Returns the rule as stored, once saving is done; null while another text is typed. */
  checkpointOf: () => Promise<Rule | null>
}

/** Returns the newer of a rule as the store holds it and as it was adopted. */
export const newerOf = (stored: Rule | null, base: Rule): Rule =>
  stored !== null && stored.version >= base.version ? stored : base

/**
 * Holds the draft of a rule; `begun` is the content of a new one. Changes saved by other users are adopted while
 * nothing is typed.
 */
export function useDraft(stored: Rule | null, begun: RuleDraft): Writing {
  const [base, setBase] = useState(stored)
  const [history, setHistory] = useState(() =>
    historyOf(draftOf(stored === null ? begun : writtenOf(stored))),
  )
  const [typed, setTyped] = useState<Writing['typed']>({})
  const draft = history.now
  const written = base === null ? begun : writtenOf(base)
  const isChanged = Object.keys(changesOf(written, draft)).length > 0
  if (stored !== null && base !== null && stored.version > base.version && !isChanged) {
    setBase(stored)
    setHistory(historyOf(draftOf(writtenOf(stored))))
  }
  const change = (part: Partial<Draft>, tag = '') =>
    setHistory((now) => step(now, withoutNothing({ ...now.now, ...part }), tag))
  const saving = useRef<Promise<Rule> | null>(null)
  const save = async (over: Rule | null) => {
    const changes: object = over === null ? {} : changesOf(writtenOf(over), draft)
    const saved =
      over === null
        ? await call(createRule, ruleOf(draft))
        : await call(updateRule, { ...changes, id: over.id, expected_version: over.version })
    rules.take(saved)
    // A new one has a page of its own, which takes its place.
    if (over !== null) setBase(saved)
    return saved
  }
  return {
    draft,
    rule: ruleOf(draft),
    base,
    isChanged,
    faults: faultsOf(draft),
    change,
    replace: (rule, tag = '') => setHistory((now) => step(now, draftOf(rule), tag)),
    typed,
    type: (view, what) => setTyped((before) => ({ ...before, [view]: what })),
    undo: history.past.length === 0 ? null : () => setHistory(undo),
    redo: history.future.length === 0 ? null : () => setHistory(redo),
    save: (over) => (saving.current = save(over)),
    adopt: setBase,
    checkpointOf: async () => {
      const saved = (await saving.current?.catch(() => null)) ?? null
      const last = saved !== null && saved.version > (base?.version ?? 0) ? saved : base
      return last === null || Object.keys(changesOf(writtenOf(last), draft)).length > 0 ? null : last
    },
  }
}

/** Removes undefined optional fields. */
const withoutNothing = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Draft
