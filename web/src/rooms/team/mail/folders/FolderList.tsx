import { Menu, Select } from '@mantine/core'
import { getMailAccounts } from '@samudra/contract/mail-accounts'
import { deleteMailFolder, getMailboxes, getMailFolders, type MailFolder } from '@samudra/contract/mail-boxes'
import {
  IconArchive,
  IconDots,
  IconFolder,
  IconFolderPlus,
  IconInbox,
  IconPencil,
  IconPencilPlus,
  IconSend,
  IconSettings,
  IconShieldX,
  IconStar,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { sizeText } from '../../../../kit/messages/attachment.ts'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { writeMail } from '../compose/composing.store.ts'
import { draggedIds } from '../list/dragging.ts'
import { useMailPlace } from '../mail-place.ts'
import { folderWord } from '../mail-text.ts'
import { AccountState } from './AccountState.tsx'
import { FolderDialog } from './FolderDialog.tsx'

const ICONS: Readonly<Record<string, Icon>> = {
  Inbox: IconInbox,
  Starred: IconStar,
  Sent: IconSend,
  Drafts: IconPencil,
  Archive: IconArchive,
  Spam: IconShieldX,
  Trash: IconTrash,
}
/** Folders whose number is that of all mails: what lies there waits for its sender. */
const COUNTED_WHOLE = ['Drafts']
const ORDER = Object.keys(ICONS)

type Props = { onDrop: (ids: readonly string[], folder: MailFolder) => void; onSettings: () => void }
/** Mailboxes of the user, and the folders of the shown one. */
export function FolderList({ onDrop, onSettings }: Props) {
  const { mailboxId, isOwn } = useMailPlace()
  const folders = useAnswer(getMailFolders, isOwn ? {} : { mailbox: mailboxId }, { keep: true })
  const [edited, setEdited] = useState<MailFolder | 'new' | null>(null)
  const items = folders.data?.items ?? []
  const system = items.filter(({ own }) => !own)
  const sorted = system.toSorted((one, other) => ORDER.indexOf(one.id) - ORDER.indexOf(other.id))
  return (
    <nav className="mail-folders" aria-label="Mail folders">
      <MailboxChoice />
      <FailedAccount />
      <button
        type="button"
        className="mail-write"
        title="Write a mail (C)"
        onClick={() => void writeMail({ mailbox: isOwn ? null : mailboxId })}
      >
        <IconPencilPlus size={17} stroke={1.6} aria-hidden /> New mail
      </button>
      <ul>
        {sorted.map((folder) => (
          <FolderEntry key={folder.id} folder={folder} onDrop={onDrop} />
        ))}
      </ul>
      <div className="mail-folders-head">
        <h2>Folders</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="New folder"
          title="New folder"
          onClick={() => setEdited('new')}
        >
          <IconFolderPlus size={16} aria-hidden />
        </button>
      </div>
      <ul>
        {items
          .filter(({ own }) => own)
          .map((folder) => (
            <FolderEntry key={folder.id} folder={folder} onDrop={onDrop} onEdit={() => setEdited(folder)} />
          ))}
      </ul>
      <Space />
      <button type="button" className="mail-folder" onClick={onSettings}>
        <IconSettings size={16} stroke={1.5} aria-hidden />
        <span className="mail-folder-name">Mail settings</span>
      </button>
      <FolderDialog of={edited} onClose={() => setEdited(null)} />
    </nav>
  )
}

/** Share of the quota that is used. */
function Space() {
  const { mailboxId } = useMailPlace()
  const box = useAnswer(getMailboxes, {}, { keep: true }).data?.items.find(({ id }) => id === mailboxId)
  if (box === undefined || box.quota_bytes === 0) return null
  const words = `${sizeText(box.used_bytes)} of ${sizeText(box.quota_bytes)} used`
  return (
    <div className="mail-space" data-full={box.used_bytes > box.quota_bytes * 0.9 || undefined}>
      <meter min={0} max={box.quota_bytes} value={box.used_bytes} aria-label="Mailbox storage">
        {words}
      </meter>
      <span>{words}</span>
    </div>
  )
}

/** Choice between the own mailbox and those of the duties that the user has now. */
function MailboxChoice() {
  const { mailboxId, go } = useMailPlace()
  const boxes = useAnswer(getMailboxes, {}, { keep: true }).data?.items ?? []
  if (boxes.length < 2) return null
  const label = (name: string, unread: number) => (unread > 0 ? `${name} (${unread})` : name)
  return (
    <Select
      className="mail-mailbox"
      aria-label="Mailbox"
      size="sm"
      allowDeselect={false}
      data={boxes.map(({ id, name, unread }) => ({ value: id, label: label(name, unread) }))}
      value={mailboxId}
      onChange={(id) => {
        const isOwn = boxes.find((one) => one.id === id)?.kind === 'USER'
        go({ mailbox: isOwn ? null : id, folder: 'Inbox', mail: null, q: '' })
      }}
    />
  )
}

/** Reason why the shown mailbox has no connection to its server. */
function FailedAccount() {
  const { mailboxId, isOwn } = useMailPlace()
  const accounts = useAnswer(getMailAccounts, {}, { enabled: !isOwn }).data?.items ?? []
  const account = accounts.find(({ id }) => id === mailboxId)
  return account?.state === 'FAILED' ? <AccountState account={account} /> : null
}

type EntryProps = {
  folder: MailFolder
  onDrop: (ids: readonly string[], folder: MailFolder) => void
  onEdit?: () => void
}
function FolderEntry({ folder, onDrop, onEdit }: EntryProps) {
  const { folder: shown, q, go } = useMailPlace()
  const [isOver, setOver] = useState(false)
  const Icon = ICONS[folder.id] ?? IconFolder
  const name = folderWord(folder.id, [folder])
  const count = COUNTED_WHOLE.includes(folder.id) ? folder.total : folder.unread
  const noun = COUNTED_WHOLE.includes(folder.id) ? 'draft' : 'unread mail'
  const isTarget = !['Starred', 'Sent', 'Drafts'].includes(folder.id)
  return (
    <li
      className="mail-folder-row"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!isTarget || draggedIds().length === 0) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!isTarget || draggedIds().length === 0) return
        event.preventDefault()
        onDrop(draggedIds(), folder)
      }}
    >
      <button
        type="button"
        className="mail-folder"
        aria-current={(shown === folder.id && q === '') || undefined}
        data-unread={folder.unread > 0 || undefined}
        onClick={() => go({ folder: folder.id, mail: null, q: '' })}
      >
        <Icon size={16} stroke={1.5} aria-hidden />
        <span className="mail-folder-name">{name}</span>
        {count > 0 && (
          <span className="count-badge" title={countWords(count, noun)}>
            {countText(count)}
            <span className="visually-hidden"> {noun}</span>
          </span>
        )}
      </button>
      {onEdit !== undefined && <FolderMenu folder={folder} onEdit={onEdit} />}
    </li>
  )
}

function FolderMenu({ folder, onEdit }: { folder: MailFolder; onEdit: () => void }) {
  const { mailboxId, isOwn, folder: shown, go } = useMailPlace()
  const stale = useStale()
  async function remove() {
    try {
      const { moved } = await call(deleteMailFolder, {
        id: folder.id,
        ...(isOwn ? {} : { mailbox: mailboxId }),
      })
      toast(moved === 0 ? 'Folder deleted' : `Folder deleted, ${moved} mails moved to Archive`)
      if (shown === folder.id) go({ folder: 'Inbox', mail: null })
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
    stale(getMailFolders)
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={`Actions of ${folder.name}`}>
          <IconDots size={15} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Rename</Menu.Item>
        <Menu.Item color="red" onClick={() => void remove()}>
          Delete; mails move to Archive
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
