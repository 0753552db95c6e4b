import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { deleteMailText, getMailTexts, saveMailText, type MailText } from '@samudra/contract/mail-boxes'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { RichText } from '../../../../kit/rich-text/RichText.tsx'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { pictureOfText } from '../compose/upload-mail-files.ts'

type Box = { mailbox?: string }
type Props = { kind: MailText['kind']; box: Box }
const NOUNS = { SIGNATURE: 'signature', TEMPLATE: 'template' } as const

/** Signatures or templates of a mailbox. */
export function TextsSettings({ kind, box }: Props) {
  const texts = useAnswer(getMailTexts, { kind, ...box })
  const stale = useStale()
  const [edited, setEdited] = useState<MailText | 'new' | null>(null)
  if (texts.isPending) return <Waiting />
  if (texts.error !== null) return <Failed error={texts.error} onRetry={() => texts.refetch()} />
  if (edited !== null)
    return (
      <EditText
        key={edited === 'new' ? 'new' : edited.id}
        kind={kind}
        box={box}
        text={edited === 'new' ? null : edited}
        onDone={() => {
          stale(getMailTexts)
          setEdited(null)
        }}
      />
    )
  const { items } = texts.data
  return (
    <div>
      {items.length === 0 && <Nothing title={`No ${NOUNS[kind]} yet`} />}
      <ul className="mail-settings-list">
        {items.map((text) => (
          <li key={text.id}>
            <button type="button" className="link-button" onClick={() => setEdited(text)}>
              {text.name}
            </button>
            {text.is_default && <span className="dim">Used for new mails</span>}
            <ActionButton
              size="xs"
              variant="subtle"
              aria-label={`Delete ${text.name}`}
              onClick={async () => {
                await call(deleteMailText, { id: text.id, ...box })
                stale(getMailTexts)
              }}
            >
              Delete
            </ActionButton>
          </li>
        ))}
      </ul>
      <Button size="xs" onClick={() => setEdited('new')}>
        New {NOUNS[kind]}
      </Button>
    </div>
  )
}

type EditProps = Props & { text: MailText | null; onDone: () => void }
function EditText({ kind, box, text, onDone }: EditProps) {
  const [name, setName] = useState(text?.name ?? '')
  const [subject, setSubject] = useState(text?.subject ?? '')
  const [body, setBody] = useState(text?.body ?? '')
  const [isDefault, setDefault] = useState(text?.is_default ?? kind === 'SIGNATURE')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const id = text === null ? {} : { id: text.id }
      const is_default = kind === 'SIGNATURE' && isDefault
      await call(saveMailText, { kind, name: name.trim(), subject, body, is_default, ...box, ...id })
      return onDone()
    } catch (error) {
      setFault((error as Error).message)
      return setBusy(false)
    }
  }
  return (
    <Form
      className="mail-settings-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {kind === 'TEMPLATE' && (
        <TextInput
          label="Subject (optional)"
          maxLength={998}
          value={subject}
          onChange={({ currentTarget }) => setSubject(currentTarget.value)}
        />
      )}
      <div className="mail-settings-text">
        <RichText
          label={`Text of the ${NOUNS[kind]}`}
          initial={body}
          onChange={setBody}
          onPicture={pictureOfText}
        />
      </div>
      {kind === 'SIGNATURE' && (
        <Checkbox
          label="Use for new mails"
          checked={isDefault}
          onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
        />
      )}
      {fault !== null && (
        <p className="refusal" role="alert">
          {fault}
        </p>
      )}
      <Group gap="xs">
        <ActionButton type="submit" isBusy={isBusy}>
          Save
        </ActionButton>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Form>
  )
}
