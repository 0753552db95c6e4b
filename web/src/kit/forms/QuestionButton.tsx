import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../wire/use-answer.ts'
import { Confirm, type Question } from './Confirm.tsx'

type Query = { question: Question; act: (reason: string) => Promise<void> }

/** Button with a question before its action; a refusal appears under the question. */
export function Questioned({
  question,
  act,
  renderButton,
}: Query & { renderButton: (ask: () => void) => ReactNode }) {
  const [isQuery, setRequested] = useState(false)
  const { run, isBusy, fault, clear } = useAction(async (reason: string) => {
    await act(reason)
    setRequested(false)
  })
  const ask = () => {
    clear()
    setRequested(true)
  }
  return (
    <>
      {renderButton(ask)}
      <Confirm
        question={isQuery ? question : null}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={(reason) => void run(reason)}
        onCancel={() => setRequested(false)}
      />
    </>
  )
}

/** Shows a button with a label that requests confirmation before it acts. */
export const QuestionButton = ({ label, icon, ...query }: Query & { label: string; icon?: ReactNode }) => (
  <Questioned
    {...query}
    renderButton={(ask) => (
      <Button size="xs" variant="default" leftSection={icon} onClick={ask}>
        {label}
      </Button>
    )}
  />
)
