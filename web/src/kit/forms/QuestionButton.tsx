import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../wire/use-answer.ts'
import { Confirm, type Question } from './Confirm.tsx'

type Asked = { question: Question; act: (reason: string) => Promise<void> }

/** Button with a question before its action; a refusal appears under the question. */
export function Questioned({
  question,
  act,
  renderButton,
}: Asked & { renderButton: (ask: () => void) => ReactNode }) {
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy, fault, clear } = useAction(async (reason: string) => {
    await act(reason)
    setAsked(false)
  })
  const ask = () => {
    clear()
    setAsked(true)
  }
  return (
    <>
      {renderButton(ask)}
      <Confirm
        question={isAsked ? question : null}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={(reason) => void run(reason)}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}

/** A button with words that asks before it acts. */
export const QuestionButton = ({ label, icon, ...asked }: Asked & { label: string; icon?: ReactNode }) => (
  <Questioned
    {...asked}
    renderButton={(ask) => (
      <Button size="xs" variant="default" leftSection={icon} onClick={ask}>
        {label}
      </Button>
    )}
  />
)
