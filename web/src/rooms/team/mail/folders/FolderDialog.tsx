import { Modal, TextInput } from '@mantine/core'
import { getMailFolders, saveMailFolder, type MailFolder } from '@samudra/contract/mail-boxes'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { call } from '../../../../wire/call.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { useMailPlace } from '../mail-place.ts'

type Props = { of: MailFolder | 'new' | null; onClose: () => void }
/** Adds an own folder, or renames one. */
export function FolderDialog({ of, onClose }: Props) {
  return (
    <Modal
      opened={of !== null}
      onClose={onClose}
      title={of === 'new' ? 'New folder' : 'Rename folder'}
      size="sm"
      centered
    >
      {of !== null && <Fields folder={of === 'new' ? null : of} onClose={onClose} />}
    </Modal>
  )
}

function Fields({ folder, onClose }: { folder: MailFolder | null; onClose: () => void }) {
  const { mailboxId, isOwn } = useMailPlace()
  const [name, setName] = useState(folder?.name ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const stale = useStale()
  async function save() {
    setBusy(true)
    try {
      const box = isOwn ? {} : { mailbox: mailboxId }
      await call(saveMailFolder, { name: name.trim(), ...box, ...(folder === null ? {} : { id: folder.id }) })
      stale(getMailFolders)
      onClose()
    } catch (error) {
      setFault((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={100}
        value={name}
        error={fault}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ActionButton type="submit" mt="md" isBusy={isBusy}>
        Save
      </ActionButton>
    </Form>
  )
}
