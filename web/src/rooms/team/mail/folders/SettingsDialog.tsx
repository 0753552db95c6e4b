import { Modal } from '@mantine/core'
import { later } from '../../../../kit/pages/later.tsx'
import { TabbedParts } from '../../../../kit/pages/TabbedParts.tsx'
import { useMailPlace } from '../mail-place.ts'
import '../mail-settings.css'

const Texts = later(() => import('./TextsSettings.tsx').then((code) => code.TextsSettings))
const Senders = later(() => import('./BlockedSenders.tsx').then((code) => code.BlockedSenders))
const Accounts = later(() => import('./MailAccounts.tsx').then((code) => code.MailAccounts))
const Addresses = later(() => import('./AddressBook.tsx').then((code) => code.AddressBook))

type Props = { isOpen: boolean; onClose: () => void }
/** Signatures, templates, address book, blocked senders and accounts on other servers. */
export function SettingsDialog({ isOpen, onClose }: Props) {
  const { isOwn, mailboxId } = useMailPlace()
  const box = isOwn ? {} : { mailbox: mailboxId }
  return (
    <Modal opened={isOpen} onClose={onClose} title="Mail settings" size="xl" yOffset="6dvh">
      <div className="mail-settings">
        <TabbedParts
          label="Parts of the mail settings"
          parts={[
            { value: 'signatures', label: 'Signatures', content: <Texts kind="SIGNATURE" box={box} /> },
            { value: 'templates', label: 'Templates', content: <Texts kind="TEMPLATE" box={box} /> },
            { value: 'addresses', label: 'Address book', content: <Addresses /> },
            { value: 'blocked', label: 'Blocked senders', content: <Senders box={box} /> },
            { value: 'accounts', label: 'Accounts', content: <Accounts /> },
          ]}
        />
      </div>
    </Modal>
  )
}
