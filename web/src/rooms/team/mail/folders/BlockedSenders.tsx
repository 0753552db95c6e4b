import { TextInput } from '@mantine/core'
import { getBlockedSenders, setBlockedSender } from '@samudra/contract/mail-boxes'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'

/** Senders and domains whose mails go to Spam. */
export function BlockedSenders({ box }: { box: { mailbox?: string } }) {
  const blocked = useAnswer(getBlockedSenders, box)
  const stale = useStale()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  async function set(address: string, isBlocked: boolean) {
    setFault(null)
    try {
      await call(setBlockedSender, { address, blocked: isBlocked, ...box })
      if (isBlocked) setTyped('')
    } catch (error) {
      setFault((error as Error).message)
    }
    stale(getBlockedSenders)
  }
  if (blocked.isPending) return <Waiting />
  if (blocked.error !== null) return <Failed error={blocked.error} />
  const { items } = blocked.data
  return (
    <div>
      {items.length === 0 && <Nothing title="No blocked senders" />}
      <ul className="mail-settings-list">
        {items.map(({ address, since }) => (
          <li key={address}>
            <span>{address}</span>
            <span className="dim">
              since <When at={since} isDay />
            </span>
            <ActionButton size="xs" variant="subtle" onClick={() => set(address, false)}>
              Unblock
            </ActionButton>
          </li>
        ))}
      </ul>
      <Form
        className="mail-settings-line"
        onSubmit={(event) => {
          event.preventDefault()
          void set(typed.trim(), true)
        }}
      >
        <TextInput
          label="Address, or a domain like @example.org"
          required
          withAsterisk={false}
          value={typed}
          error={fault}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ActionButton type="submit">Block</ActionButton>
      </Form>
    </div>
  )
}
