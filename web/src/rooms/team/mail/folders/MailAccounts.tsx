import { Button } from '@mantine/core'
import { deleteMailAccount, getMailAccounts, type MailAccount } from '@samudra/contract/mail-accounts'
import { getMailboxes } from '@samudra/contract/mail-boxes'
import { useState } from 'react'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { useMailPlace } from '../mail-place.ts'
import { AccountState } from './AccountState.tsx'
import { MailAccountForm } from './MailAccountForm.tsx'

/** Own accounts on other mail servers. */
export function MailAccounts() {
  const accounts = useAnswer(getMailAccounts, {})
  const stale = useStale()
  const [edited, setEdited] = useState<MailAccount | 'new' | null>(null)
  if (accounts.isPending) return <Waiting />
  if (accounts.error !== null) return <Failed error={accounts.error} onRetry={() => accounts.refetch()} />
  if (edited !== null)
    return (
      <MailAccountForm
        account={edited === 'new' ? null : edited}
        onDone={() => {
          stale(getMailAccounts, getMailboxes)
          setEdited(null)
        }}
      />
    )
  const { items } = accounts.data
  return (
    <div>
      {items.length === 0 && (
        <Nothing
          title="No accounts on other servers"
          hint="Add one to read and send its mail here in a separate mailbox."
        />
      )}
      <ul className="mail-settings-list mail-accounts">
        {items.map((account) => (
          <li key={account.id}>
            <span className="mail-account-text">
              <b>{account.name}</b>
              <span className="dim">{account.address}</span>
              <AccountState account={account} />
            </span>
            <Button size="xs" variant="default" onClick={() => setEdited(account)}>
              Edit
            </Button>
            <Remove account={account} />
          </li>
        ))}
      </ul>
      <Button size="xs" onClick={() => setEdited('new')}>
        New account
      </Button>
    </div>
  )
}

function Remove({ account: { id, name } }: { account: MailAccount }) {
  const { mailboxId, go } = useMailPlace()
  const stale = useStale()
  return (
    <QuestionButton
      label="Remove"
      question={{
        title: `Remove ${name}?`,
        text: 'Its mails are removed here. Those on the other server stay.',
        act: 'Remove',
        needsReason: false,
        isGrave: true,
      }}
      act={async () => {
        await call(deleteMailAccount, { id })
        if (mailboxId === id) go({ mailbox: null, folder: 'Inbox', mail: null, q: '' })
        stale(getMailAccounts, getMailboxes)
      }}
    />
  )
}
