import { Button, Group, TextInput } from '@mantine/core'
import { deleteMailContact, getMailContacts, saveMailContact } from '@samudra/contract/mail-boxes'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'

type Fields = { id: string | null; name: string; address: string }
const EMPTY: Fields = { id: null, name: '', address: '' }

/** Own outside addresses; users, groups and duties are known without it. */
export function AddressBook() {
  const contacts = useAnswer(getMailContacts, { kind: 'OUTSIDE' })
  const stale = useStale()
  const [fields, setFields] = useState(EMPTY)
  const [fault, setFault] = useState<string | null>(null)
  async function save() {
    setFault(null)
    const { id, name, address } = fields
    try {
      await call(saveMailContact, {
        name: name.trim(),
        address: address.trim(),
        ...(id === null ? {} : { id }),
      })
      setFields(EMPTY)
    } catch (error) {
      setFault((error as Error).message)
    }
    stale(getMailContacts)
  }
  if (contacts.isPending) return <Waiting />
  if (contacts.error !== null) return <Failed error={contacts.error} />
  const { items } = contacts.data
  return (
    <div>
      {items.length === 0 && (
        <Nothing title="No outside addresses" hint="Users, groups and duties are suggested automatically." />
      )}
      <ul className="mail-settings-list">
        {items.map(({ id, name, address }) => (
          <li key={id}>
            <button
              type="button"
              className="link-button"
              onClick={() => setFields({ id, name, address: bare(address) })}
            >
              {name}
            </button>
            <span className="dim">{bare(address)}</span>
            <ActionButton
              size="xs"
              variant="subtle"
              aria-label={`Delete ${name}`}
              onClick={async () => {
                await call(deleteMailContact, { id })
                stale(getMailContacts)
              }}
            >
              Delete
            </ActionButton>
          </li>
        ))}
      </ul>
      <Form
        className="mail-settings-line"
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
          value={fields.name}
          onChange={({ currentTarget }) => setFields({ ...fields, name: currentTarget.value })}
        />
        <TextInput
          label="Address"
          required
          withAsterisk={false}
          value={fields.address}
          error={fault}
          onChange={({ currentTarget }) => setFields({ ...fields, address: currentTarget.value })}
        />
        <Group gap="xs">
          <ActionButton type="submit">{fields.id === null ? 'Add' : 'Save'}</ActionButton>
          {fields.id !== null && (
            <Button variant="default" onClick={() => setFields(EMPTY)}>
              Cancel
            </Button>
          )}
        </Group>
      </Form>
    </div>
  )
}

const bare = (address: string) => /<([^<>]+)>\s*$/u.exec(address)?.[1] ?? address
