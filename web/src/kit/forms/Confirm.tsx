import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { ActionButton } from './ActionButton.tsx'
import '../pages/page.css'
import { Form } from './Form.tsx'

/** Question before an action that is hard to undo. */
export type Question = {
  title: string
  text: string
  /** Label of the button. */
  act: string
  /** True where the act is refused without a reason; it may always be given. */
  needsReason: boolean
  /** True where something is lost: the button is red. */
  isGrave: boolean
  /** True where the user proves with the own password who acts. */
  needsPassword?: boolean
}

type Props = {
  question: Question | null
  isBusy: boolean
  /** Why the last try was refused; empty when it was not. */
  refusal: string
  /** Called with the reason, up to 500 characters and without spaces around it, and the password where one is needed. */
  onGo: (reason: string, password: string) => void
  onCancel: () => void
}

/**
 * Requests confirmation of an action that is hard to undo, with a reason stored with it. Open while there is a
 * question.
 */
export function Confirm(props: Props) {
  const { question } = props
  return (
    <Modal opened={question !== null} onClose={props.onCancel} title={question?.title} size={440} centered>
      {question !== null && <Ask key={question.title} {...props} question={question} />}
    </Modal>
  )
}

function Ask(props: Props & { question: Question }) {
  const { question, refusal } = props
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const isReady = !question.needsReason || reason.trim() !== ''
  return (
    <Form
      className="confirm"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!props.isBusy && isReady) props.onGo(reason.trim(), password)
      }}
    >
      <p>{question.text}</p>
      <TextInput
        label="Reason"
        description="Stored in the audit record."
        data-autofocus
        maxLength={500}
        required={question.needsReason}
        withAsterisk={false}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {question.needsPassword === true && (
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {/* Its place is kept, so nothing jumps when it speaks. */}
      <p className="confirm-refusal" role="alert">
        {refusal !== '' && (
          <>
            <IconAlertTriangle size={14} aria-hidden /> {refusal}
          </>
        )}
      </p>
      <div className="state-buttons">
        <ActionButton type="submit" isBusy={props.isBusy} {...(question.isGrave ? { color: 'red' } : {})}>
          {question.act}
        </ActionButton>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
