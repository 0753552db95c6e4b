import { Button, Modal, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Refusal } from './Refusal.tsx'

export type Question = {
  title: string
  text: string
  /** What the button says. */
  act: string
  needsReason: boolean
  isGrave: boolean
}

/** Asks before something that is hard to take back, with the reason that is kept with it. */
export function ReasonDialog(props: {
  question: Question | null
  isBusy: boolean
  refusal: string
  onGo: (reason: string) => void
  onCancel: () => void
}) {
  const { question } = props
  return (
    <Modal opened={question !== null} onClose={props.onCancel} title={question?.title} size={440} centered>
      {question !== null && <Ask key={question.title} {...props} question={question} />}
    </Modal>
  )
}

function Ask(props: {
  question: Question
  isBusy: boolean
  refusal: string
  onGo: (reason: string) => void
  onCancel: () => void
}) {
  const { question } = props
  const [reason, setReason] = useState('')
  return (
    <form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!props.isBusy) props.onGo(reason.trim())
      }}
    >
      <p className="account-note">{question.text}</p>
      <TextInput
        label="Reason"
        description="Kept in the record of what was done."
        data-autofocus
        maxLength={500}
        required={question.needsReason}
        withAsterisk={false}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Refusal text={props.refusal} />
      <div className="account-buttons">
        <Button type="submit" loading={props.isBusy} {...(question.isGrave ? { color: 'red' } : {})}>
          {question.act}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
