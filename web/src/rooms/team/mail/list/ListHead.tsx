import { Menu } from '@mantine/core'
import { getMailFolders } from '@samudra/contract/mail-boxes'
import type { MailRow } from '@samudra/contract/mail'
import {
  IconArchive,
  IconFolderSymlink,
  IconMail,
  IconMailOpened,
  IconMenu2,
  IconPencilPlus,
  IconSearch,
  IconShieldX,
  IconTrash,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useEffect, useState, type RefObject } from 'react'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { writeMail } from '../compose/composing.store.ts'
import { useMailPlace } from '../mail-place.ts'
import { folderWord, isUnread, SEARCH_OPERATORS } from '../mail-text.ts'
import { useMailActions } from '../state/mail-actions.ts'
import { clearSelection } from './selection.store.ts'

type HeadProps = {
  marked: readonly MailRow[]
  total: number | undefined
  onAll: () => void
  field: RefObject<HTMLInputElement | null>
  onFolders: (() => void) | null
}

/** Head of the list: its name, the search, and what can be done with the marked mails. */
export function ListHead({ marked, total, onAll, field, onFolders }: HeadProps) {
  const { mailboxId, isOwn, folder, isUnreadOnly, q, go } = useMailPlace()
  const folders = useAnswer(getMailFolders, isOwn ? {} : { mailbox: mailboxId }, { keep: true })
  const name = q === '' ? folderWord(folder, folders.data?.items) : 'Search'
  return (
    <header className="mail-list-head">
      <div className="mail-list-title">
        {onFolders !== null && (
          <button
            type="button"
            className="icon-button"
            aria-label="Folders"
            title="Folders"
            onClick={onFolders}
          >
            <IconMenu2 size={18} aria-hidden />
          </button>
        )}
        <h2>{name}</h2>
        {total !== undefined && q === '' && <span className="dim figures">{countText(total)}</span>}
        {folder === 'Trash' && q === '' && (total ?? 0) > 0 && <EmptyTrash total={total ?? 0} />}
        <button
          type="button"
          className="mail-filter"
          aria-pressed={isUnreadOnly}
          onClick={() => go({ isUnreadOnly: !isUnreadOnly, mail: null })}
        >
          Unread
        </button>
        {onFolders !== null && (
          <button
            type="button"
            className="icon-button"
            aria-label="New mail"
            title="New mail"
            onClick={() => void writeMail({ mailbox: isOwn ? null : mailboxId })}
          >
            <IconPencilPlus size={18} aria-hidden />
          </button>
        )}
      </div>
      <SearchField key={q} field={field} />
      {marked.length > 0 && <SelectionBar marked={marked} onAll={onAll} />}
    </header>
  )
}

function EmptyTrash({ total }: { total: number }) {
  const { mailboxId } = useMailPlace()
  const actions = useMailActions()
  return (
    <QuestionButton
      label="Empty Trash"
      icon={<IconTrash size={14} aria-hidden />}
      question={{
        title: 'Empty Trash?',
        text: `${countWords(total, 'mail')} will be deleted permanently.`,
        act: 'Delete for ever',
        needsReason: false,
        isGrave: true,
      }}
      act={async () => toast(`${countWords(await actions.emptyTrash(mailboxId), 'mail')} deleted`)}
    />
  )
}

function SearchField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { q, go } = useMailPlace()
  const [typed, setTyped] = useState(q)
  const [isHelping, setHelping] = useState(false)
  return (
    <form
      role="search"
      className="mail-search"
      onSubmit={(event) => {
        event.preventDefault()
        setHelping(false)
        go({ q: typed.trim(), mail: null })
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setHelping(false)
      }}
    >
      <IconSearch size={15} stroke={1.6} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Search mail"
        placeholder="Search mail (/)"
        value={typed}
        maxLength={500}
        onFocus={() => setHelping(true)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (q !== '') go({ q: '', mail: null })
          event.currentTarget.blur()
        }}
      />
      {q !== '' && (
        <button
          type="button"
          className="icon-button"
          aria-label="Clear search"
          onClick={() => go({ q: '', mail: null })}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
      {isHelping && typed === '' && (
        <div className="mail-operators" role="group" aria-label="Search operators">
          {SEARCH_OPERATORS.map(([operator, example]) => (
            <button
              key={operator}
              type="button"
              title={example}
              onClick={() => {
                setTyped(operator === 'has:attachment' ? `${operator} ` : operator)
                field.current?.focus()
              }}
            >
              {operator}
            </button>
          ))}
        </div>
      )}
    </form>
  )
}

/** Buttons for the marked mails. */
function SelectionBar({ marked, onAll }: { marked: readonly MailRow[]; onAll: () => void }) {
  const actions = useMailActions()
  const { folder } = useMailPlace()
  const hasUnread = marked.some(isUnread)
  const run = (act: Promise<unknown>) => {
    clearSelection()
    void act
  }
  useEffect(() => clearSelection, [])
  return (
    <div className="mail-selection" role="toolbar" aria-label="Selected mails">
      <button type="button" className="link-button" onClick={onAll} title="Select all that are loaded">
        {countText(marked.length)} selected
      </button>
      <Tool
        name={hasUnread ? 'Mark as read' : 'Mark as unread'}
        Icon={hasUnread ? IconMailOpened : IconMail}
        run={() => run(actions.flag(marked, 'SEEN', hasUnread))}
      />
      {folder !== 'Archive' && folder !== 'Trash' && (
        <Tool
          name="Archive"
          Icon={IconArchive}
          run={() => run(actions.move(marked, 'Archive', 'archived'))}
        />
      )}
      <MoveMenu onMove={(to, name) => run(actions.move(marked, to, `moved to ${name}`))} />
      {folder !== 'Spam' && (
        <Tool name="Spam" Icon={IconShieldX} run={() => run(actions.move(marked, 'Spam', 'moved to Spam'))} />
      )}
      {folder === 'Trash' ? (
        <Tool name="Delete for ever" Icon={IconTrash} run={() => run(actions.erase(marked))} />
      ) : (
        <Tool
          name="Move to Trash"
          Icon={IconTrash}
          run={() => run(actions.move(marked, 'Trash', 'moved to Trash'))}
        />
      )}
      <Tool name="Clear the selection" Icon={IconX} run={clearSelection} />
    </div>
  )
}

function Tool({ name, Icon, run }: { name: string; Icon: Icon; run: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={name} title={name} onClick={run}>
      <Icon size={17} stroke={1.6} aria-hidden />
    </button>
  )
}

/** Folders that mails can be moved to. */
export function MoveMenu({ onMove }: { onMove: (folder: string, name: string) => void }) {
  const { mailboxId, isOwn, folder } = useMailPlace()
  const folders =
    useAnswer(getMailFolders, isOwn ? {} : { mailbox: mailboxId }, { keep: true }).data?.items ?? []
  const targets = folders.filter(({ id }) => !['Starred', 'Sent', 'Drafts', folder].includes(id))
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <button type="button" className="icon-button" aria-label="Move to folder" title="Move to folder">
          <IconFolderSymlink size={17} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => onMove(id, folderWord(id, [{ id, name }]))}>
            {folderWord(id, [{ id, name }])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
