import { Modal, Tabs } from '@mantine/core'
import { later } from '../../../../kit/pages/later.tsx'
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
    <Modal opened={isOpen} onClose={onClose} title="Mail settings" size="xl" centered>
      <Tabs defaultValue="signatures" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="signatures">Signatures</Tabs.Tab>
          <Tabs.Tab value="templates">Templates</Tabs.Tab>
          <Tabs.Tab value="addresses">Address book</Tabs.Tab>
          <Tabs.Tab value="blocked">Blocked senders</Tabs.Tab>
          <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="signatures" pt="md">
          <Texts kind="SIGNATURE" box={box} />
        </Tabs.Panel>
        <Tabs.Panel value="templates" pt="md">
          <Texts kind="TEMPLATE" box={box} />
        </Tabs.Panel>
        <Tabs.Panel value="addresses" pt="md">
          <Addresses />
        </Tabs.Panel>
        <Tabs.Panel value="blocked" pt="md">
          <Senders box={box} />
        </Tabs.Panel>
        <Tabs.Panel value="accounts" pt="md">
          <Accounts />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}
