import { Button, FileInput, Modal } from '@mantine/core'
import { createRule, type Rule } from '@samudra/contract/rule-keeping'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { call } from '../../../../wire/call.ts'
import { faultOf } from '../../../../wire/use-answer.ts'
import { MOST_IMPORTED, rulesIn, type FoundRule } from './rule-files.ts'
import { rules } from '../../../../stored/rules.ts'

/** A rule of the file and what became of it. */
type Brought = FoundRule & { became: 'waits' | 'kept' | 'refused'; text: string }

const begun = (one: FoundRule): Brought =>
  'rule' in one
    ? { ...one, became: 'waits', text: 'Can be imported' }
    : { ...one, became: 'refused', text: one.why }

/** Imports rules from a file, each as a draft of the user; each rejected one shows why. */
export function ImportRules({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Import rules" size={640} centered>
      {isOpen && <Fields onClose={onClose} />}
    </Modal>
  )
}

function Fields({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<readonly Brought[]>([])
  const [fault, setFault] = useState('')
  const read = async (file: File | null) => {
    setFault('')
    setFound([])
    if (file === null) return
    try {
      setFound(rulesIn(await file.text()).map(begun))
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  const bring = async () => {
    for (const [i, one] of found.entries()) {
      if (one.became !== 'waits' || !('rule' in one)) continue
      const became = await stored(one)
      setFound((now) => now.with(i, became))
    }
  }
  const waiting = found.filter(({ became }) => became === 'waits').length
  return (
    <div className="rule-import">
      <FileInput
        size="xs"
        label="File"
        description={`JSON exported here, up to ${MOST_IMPORTED} rules. Each becomes a draft that only you see until it is shared.`}
        placeholder="Choose a file"
        accept="application/json,.json"
        onChange={(file) => void read(file)}
      />
      {fault !== '' && (
        <p className="refusal" role="alert">
          {fault}
        </p>
      )}
      <ul className="rule-found" aria-label="Rules of the file">
        {found.map(({ name, became, text: words }, i) => (
          <li key={i} data-became={became}>
            <b>{name}</b>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <div className="state-buttons">
        <ActionButton size="xs" disabled={waiting === 0} onClick={bring}>
          {waiting === 0 ? 'Import' : `Import ${countWords(waiting, 'rule')}`}
        </ActionButton>
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** Returns the first error, or else the first warning, such as a recipient who may not see the user's own rule. */
function lackOf({ validation }: Rule): string {
  const [lack] = validation.errors
  const [hint] = validation.warnings
  return lack !== undefined ? `; it ${lack}` : hint !== undefined ? `. ${hint}` : ''
}

async function stored(one: Extract<Brought, { rule: unknown }>): Promise<Brought> {
  try {
    const saved = await call(createRule, { ...one.rule, visibility: 'PRIVATE' })
    rules.take(saved)
    return { ...one, became: 'kept', text: `Saved as a draft${lackOf(saved)}` }
  } catch (error) {
    return { ...one, became: 'refused', text: faultOf(error).message }
  }
}
