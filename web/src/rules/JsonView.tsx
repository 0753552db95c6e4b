import { Textarea } from '@mantine/core'
import type { RuleDraft } from '@samudra/contract/rules'
import { useState } from 'react'
import { draftOf, ruleOf } from './draft.ts'
import { readRaw } from './rule-files.ts'

type Props = { rule: RuleDraft; onChange: (rule: RuleDraft) => void }

/** The rule as it is sent; what is typed counts as soon as it can be read. */
export function JsonView({ rule, onChange }: Props) {
  const written = textOf(rule)
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null)
  // Somebody edited the boxes meanwhile: what they make stands here.
  const text = typed !== null && typed.of === written ? typed.text : written
  const reading = readRule(text)
  return (
    <div className="rule-json">
      <Textarea
        aria-label="The rule as JSON"
        autosize
        minRows={16}
        maxRows={40}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value
          const made = readRule(next)
          setTyped({ of: 'rule' in made ? textOf(ruleOf(draftOf(made.rule))) : written, text: next })
          if ('rule' in made) onChange(made.rule)
        }}
      />
      <p className={'rule' in reading ? 'dim' : 'rule-lack'} role="status">
        {'rule' in reading ? 'This can be read: the boxes show the same rule.' : reading.why}
      </p>
    </div>
  )
}

const textOf = (rule: RuleDraft) => JSON.stringify(rule, null, 2)

/** A rule out of a text, or what is wrong with it. */
function readRule(text: string): { rule: RuleDraft } | { why: string } {
  try {
    return readRaw(JSON.parse(text))
  } catch (error) {
    return { why: `This is no JSON yet: ${(error as Error).message}.` }
  }
}
