import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { MailFolder } from '@samudra/contract/mail-boxes'
import type { MailRow } from '@samudra/contract/mail'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { Nothing } from '../../../kit/pages/States.tsx'
import { useSession } from '../../../wire/session.ts'
import { editDraft } from './compose/composing.store.ts'
import { FolderList } from './folders/FolderList.tsx'
import { SettingsDialog } from './folders/SettingsDialog.tsx'
import { ListHead } from './list/ListHead.tsx'
import { MailList } from './list/MailList.tsx'
import { clearSelection, useSelection } from './list/selection.store.ts'
import { useMailList } from './list/use-mail-list.ts'
import { mailLink, type MailAddressParts } from './mail-links.ts'
import { MailPlaceContext, useMailPlace, type MailPlace } from './mail-place.ts'
import { folderId, folderWord } from './mail-text.ts'
import { Outbox } from './Outbox.tsx'
import { Conversation } from './reading/MailConversation.tsx'
import { useMailPushes } from './state/list-changes.ts'
import { useMailActions } from './state/mail-actions.ts'
import { useMailKeys } from './use-mail-keys.ts'
import './mail.css'
import './mail-list.css'
import './mail-reading.css'

const NARROW = '(max-width: 859px)'
const NO_FOLDERS = '(max-width: 1179px)'
const useMedia = (query: string) =>
  useMediaQuery(query, globalThis.matchMedia(query).matches, { getInitialValueInEffect: false })

/** The mail: folders, list and reading pane. Of three panes two stand on a smaller screen, and one on a phone. */
export function Component() {
  const { folder: path = 'Inbox', mail = null } = useParams()
  const folder = folderId(path)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const own = useSession((state) => state.user?.id) ?? ''
  const isNarrow = useMedia(NARROW)
  const named = query.get('mailbox')
  const mailbox = named === own ? null : named
  const parts: MailAddressParts = {
    mailbox,
    folder,
    mail,
    q: query.get('q') ?? '',
    isUnreadOnly: query.has('unread'),
  }
  const place: MailPlace = {
    ...parts,
    mailboxId: mailbox ?? own,
    isOwn: mailbox === null,
    isNarrow,
    go: (to) => void navigate(mailLink({ ...parts, ...to })),
  }
  return (
    <MailPlaceContext value={place}>
      <Panes key={place.mailboxId} />
    </MailPlaceContext>
  )
}

function Panes() {
  const { isNarrow, mail, mailbox, folder, q, go } = useMailPlace()
  const hasDrawer = useMedia(NO_FOLDERS)
  const [isDrawn, setDrawn] = useState(false)
  const [isSetting, setSetting] = useState(false)
  const list = useMailList()
  useMailPushes()
  const { rows } = list.table
  const field = useRef<HTMLInputElement>(null)
  const actions = useMailActions()
  const ids = useSelection((state) => state.ids)
  const marked = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids])
  const open = (row: MailRow) => {
    if (row.state === 'DRAFT') void editDraft(row.id, mailbox)
    else go({ mail: row.id })
  }
  /** Opens the mail after those that leave the list; on a phone the list. */
  const leave = (leaving: readonly MailRow[]) => {
    const gone = new Set(leaving.map(({ id }) => id))
    if (mail === null || !gone.has(mail)) return
    const at = rows.findIndex(({ id }) => id === mail)
    const rest = (from: readonly MailRow[]) =>
      from.find(({ id, state }) => !gone.has(id) && state !== 'DRAFT')
    const next = rest(rows.slice(at)) ?? rest(rows.slice(0, at).toReversed())
    go({ mail: isNarrow ? null : (next?.id ?? null) })
  }
  useMailKeys({ rows, onOpen: open, onLeave: leave, onSearch: () => field.current?.focus() })
  const drop = (dropped: readonly string[], target: MailFolder) => {
    const of = rows.filter(({ id }) => dropped.includes(id))
    leave(of)
    clearSelection()
    void actions.move(of, target.id, `moved to ${folderWord(target.id, [target])}`)
  }
  const openRow = rows.find(({ id }) => id === mail)
  const folders = <FolderList onDrop={drop} onSettings={() => setSetting(true)} />
  const isListShown = !isNarrow || mail === null
  return (
    <div className="mail" data-narrow={isNarrow || undefined} data-drawer={hasDrawer || undefined}>
      <h1 className="visually-hidden">Mail</h1>
      {hasDrawer ? (
        <Drawer
          opened={isDrawn}
          onClose={() => setDrawn(false)}
          title="Mail"
          size={280}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('.mail-folder') !== null) setDrawn(false)
          }}
        >
          {folders}
        </Drawer>
      ) : (
        folders
      )}
      {/* Outside of the drawer, which closes when something in it is chosen. */}
      <SettingsDialog isOpen={isSetting} onClose={() => setSetting(false)} />
      {isListShown && (
        <section className="mail-list-pane" aria-label="List of mails">
          <ListHead
            marked={marked}
            total={list.first?.total}
            field={field}
            onAll={() => useSelection.setState({ ids: new Set(rows.map(({ id }) => id)) })}
            onFolders={hasDrawer ? () => setDrawn(true) : null}
          />
          <Outbox />
          <MailList
            key={folder + q}
            list={list}
            label={q === '' ? folderWord(folder) : 'Search results'}
            onOpen={open}
            onStar={(row) => void actions.star([row], !row.starred)}
          />
        </section>
      )}
      {(!isNarrow || mail !== null) && (
        <div className="mail-reading-pane">
          {mail === null ? (
            <Nothing
              title="No mail is open"
              hint="Select one from the list. J/K next/previous, ? all keys."
            />
          ) : (
            <Conversation
              key={openRow?.conversation_id ?? mail}
              id={mail}
              row={openRow}
              onLeave={() => openRow !== undefined && leave([openRow])}
            />
          )}
        </div>
      )}
    </div>
  )
}
