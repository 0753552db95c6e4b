import { Textarea } from '@mantine/core'
import type { RuleDraft } from '@samudra/contract/rules'
import { readSentence, sentenceOf } from '@samudra/contract/sentence/rule-sentence'
import type { Names } from '@samudra/contract/sentence/values'
import { useEffect } from 'react'
import { draftOf, ruleOf } from './rule-draft.ts'
import { readRaw } from '../versions/rule-files.ts'
import type { Typed } from './use-draft.ts'
import type { Things } from '../fields/use-things.ts'

type Reading = { rule: RuleDraft } | { why: string }
type View = {
  label: string
  textOf: (rule: RuleDraft) => string
  read: (text: string, rule: RuleDraft) => Reading
  minRows: number
}
type Props = {
  rule: RuleDraft
  onChange: (rule: RuleDraft) => void
  /** Text typed last; undefined for none. */
  typed: Typed | undefined
  onType: (typed: Typed) => void
  view: View
}

/** The rule as a text; what is typed counts as soon as it can be read. */
export function RuleText({ rule, onChange, typed, onType, view }: Props) {
  const { label, textOf, read, minRows } = view
  const written = textOf(rule)
  // The boxes were edited meanwhile, so their text is shown here.
  const isTyped = typed !== undefined && typed.of === written
  const text = isTyped ? typed.text : written
  const reading = read(text, rule)
  const writtenAs = (made: Reading) => ('rule' in made ? textOf(ruleOf(draftOf(made.rule))) : written)
  // A sentence with unknown names can be read once those names are loaded.
  const isLate = isTyped && writtenAs(reading) !== written
  useEffect(() => {
    if (isLate && 'rule' in reading) onChange(reading.rule)
  })
  return (
    <div className="rule-text">
      <Textarea
        aria-label={label}
        autosize
        minRows={minRows}
        maxRows={40}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value
          const made = read(next, rule)
          onType({ of: writtenAs(made), text: next })
          if ('rule' in made) onChange(made.rule)
        }}
      />
      <p className={'rule' in reading ? 'dim' : 'rule-lack'} role="status">
        {'rule' in reading ? 'Valid' : reading.why}
      </p>
    </div>
  )
}

/** The rule as it is sent. */
export const AS_JSON: View = {
  label: 'The rule as JSON',
  textOf: (rule) => JSON.stringify(rule, null, 2),
  read: (text) => {
    try {
      return readRaw(JSON.parse(text))
    } catch (error) {
      return { why: `Not valid JSON: ${(error as Error).message}.` }
    }
  },
  minRows: 16,
}

/** The rule as one sentence; what it does not say stays as it is. */
export function asWords({ nameOf, options }: Things): View {
  const names: Names = {
    nameOf,
    idsOf: (kind, name) =>
      options[kind].flatMap(({ value, label }) =>
        label.toLowerCase() === name.toLowerCase() ? [value] : [],
      ),
    drawn: 'WHOLE',
  }
  return {
    label: 'The rule in words',
    textOf: (rule) => words(() => sentenceOf(rule, names)),
    read: (text, { name, description, category, visibility, review_due }) => {
      try {
        const more = review_due === undefined ? {} : { review_due }
        return readRaw({ name, description, category, visibility, ...more, ...readSentence(text, names) })
      } catch (error) {
        return { why: `Not valid: ${(error as Error).message}` }
      }
    },
    minRows: 5,
  }
}
const words = (write: () => string) => {
  try {
    return write()
  } catch {
    // A box that nothing was written into yet.
    return ''
  }
}
