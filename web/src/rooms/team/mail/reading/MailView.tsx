import type { MailRow } from '@samudra/contract/mail'
import { getMail, setFlag } from '@samudra/contract/mail-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { ObjectCards } from '../../../../map/cards/ObjectCards.tsx'
import { call } from '../../../../wire/call.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { editDraft } from '../compose/composing.store.ts'
import { useMailPlace } from '../mail-place.ts'
import { nameOf } from '../mail-text.ts'
import { MailTime } from '../MailTime.tsx'
import { mailsChanged } from '../state/list-changes.ts'
import { MailFiles } from './MailFiles.tsx'
import { MailFrame } from './MailFrame.tsx'
import { MailHead } from './MailHead.tsx'
import { MailMarks } from './MailMarks.tsx'
import { MailTools } from './MailTools.tsx'

type Props = { row: MailRow; isOpen: boolean; onToggle: () => void }

/** One mail of a conversation: a line, or the whole mail. */
export function MailView({ row, isOpen, onToggle }: Props) {
  const { mailbox } = useMailPlace()
  if (row.state === 'DRAFT')
    return (
      <article className="mail-view" data-closed>
        <button type="button" className="mail-view-line" onClick={() => void editDraft(row.id, mailbox)}>
          <b className="mail-draft">Draft</b>
          <span className="mail-row-preview">{row.preview}</span>
          <span className="link-button">Edit</span>
        </button>
      </article>
    )
  if (isOpen) return <OpenMail row={row} />
  return (
    <article className="mail-view" data-closed>
      <button type="button" className="mail-view-line" aria-expanded={false} onClick={onToggle}>
        <b>{nameOf(row.from)}</b>
        <span className="mail-row-preview">{row.preview}</span>
        <MailTime at={row.at} />
      </button>
    </article>
  )
}

function OpenMail({ row }: { row: MailRow }) {
  // Read without the mark: a mail that is marked as unread again stays so while it is open.
  const read = useAnswer(getMail, { id: row.id, peek: true }, { keep: true })
  const [isRemoteShown, setRemoteShown] = useState(false)
  useSeen(row)
  const mail = read.data
  if (mail === undefined || mail.id !== row.id)
    return (
      <article className="mail-view">
        {read.error === null ? <Waiting /> : <Failed error={read.error} onRetry={() => read.refetch()} />}
      </article>
    )
  return (
    <article className="mail-view" aria-label={`Mail from ${nameOf(mail.from)}`}>
      <header className="mail-view-head">
        <MailHead mail={mail} />
        <MailTools mail={mail} />
      </header>
      <MailMarks mail={mail} isRemoteShown={isRemoteShown} onRemote={() => setRemoteShown(true)} />
      <MailFrame mail={mail} isRemoteShown={isRemoteShown} />
      <ObjectCards cards={mail.links.map(({ type, id, label }) => ({ kind: type, id, label }))} />
      <MailFiles mail={mail} />
    </article>
  )
}

/** Marks a mail as read once, when it is opened. */
function useSeen({ id, flags }: MailRow) {
  const queries = useQueryClient()
  const [wasUnread] = useState(!flags.includes('SEEN'))
  useEffect(() => {
    if (!wasUnread) return
    void call(setFlag, { ids: [id], flag: 'SEEN', value: true }).then(
      () => mailsChanged(queries),
      () => undefined,
    )
  }, [id, wasUnread, queries])
}
