import type { MailRow } from '@samudra/contract/mail'
import { getConversation, getMail } from '@samudra/contract/mail-calls'
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowLeft,
  IconMail,
  IconRestore,
  IconShieldX,
  IconStar,
  IconStarFilled,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { answer, forward } from '../compose/composing.store.ts'
import { MoveMenu } from '../list/ListHead.tsx'
import { useMailPlace } from '../mail-place.ts'
import { isUnread, subjectOf } from '../mail-text.ts'
import { useMailActions } from '../state/mail-actions.ts'
import { MailView } from './MailView.tsx'

type Props = { id: string; row: MailRow | undefined; onLeave: () => void }

/** Reading pane: the open mail with the others of its conversation, oldest first. */
export function Conversation({ id, row, onLeave }: Props) {
  const { isOwn, mailboxId } = useMailPlace()
  const open = useAnswer(getMail, { id, peek: true }, { enabled: row === undefined })
  const mail = row ?? open.data
  const key = mail?.conversation_id ?? ''
  // Mails in Spam or Trash are not part of the conversation.
  const isApart = mail?.folder === 'Spam' || mail?.folder === 'Trash'
  const conversation = useAnswer(getConversation, isOwn ? { id: key } : { id: key, mailbox: mailboxId }, {
    enabled: key !== '' && !isApart,
  })
  if (mail === undefined) return open.error === null ? <Waiting /> : <Failed error={open.error} />
  if (!isApart && conversation.isPending) return <Waiting />
  const others = isApart ? [] : (conversation.data?.items ?? [])
  const rows = others.some((one) => one.id === id) ? others : [...others, mail]
  return <Mails key={id} mail={mail} rows={rows} onLeave={onLeave} />
}

function Mails({ mail, rows, onLeave }: { mail: MailRow; rows: readonly MailRow[]; onLeave: () => void }) {
  const { isNarrow, go, mailbox } = useMailPlace()
  // Mails that were unread when the conversation was opened stay open while they are read.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([mail.id, ...rows.filter((row) => !row.flags.includes('SEEN')).map(({ id }) => id)]),
  )
  const toggle = (id: string) =>
    setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]))
  const last = rows.findLast(({ state }) => state !== 'DRAFT') ?? mail
  return (
    <section className="mail-reading" aria-label={subjectOf(mail)}>
      <header className="mail-reading-head">
        {isNarrow && (
          <button
            type="button"
            className="icon-button"
            aria-label="Back to the list"
            onClick={() => go({ mail: null })}
          >
            <IconArrowLeft size={18} aria-hidden />
          </button>
        )}
        <h2>{subjectOf(mail)}</h2>
        <ReadingTools mail={mail} onLeave={onLeave} />
      </header>
      {/* It scrolls, so it can be reached by keyboard. */}
      <div className="mail-reading-body" tabIndex={0} role="region" aria-label="Conversation">
        {rows.map((row) => (
          <MailView key={row.id} row={row} isOpen={open.has(row.id)} onToggle={() => toggle(row.id)} />
        ))}
        <div className="mail-answers">
          <button type="button" className="link-button" onClick={() => void answer(last.id, false, mailbox)}>
            Reply
          </button>
          <button type="button" className="link-button" onClick={() => void answer(last.id, true, mailbox)}>
            Reply to all
          </button>
          <button type="button" className="link-button" onClick={() => void forward(last.id, mailbox)}>
            Forward
          </button>
        </div>
      </div>
    </section>
  )
}

/** Buttons for the open mail or conversation. */
function ReadingTools({ mail, onLeave }: { mail: MailRow; onLeave: () => void }) {
  const actions = useMailActions()
  const { folder } = mail
  const leave = (act: Promise<unknown>) => {
    onLeave()
    void act
  }
  return (
    <span className="mail-tools">
      <Tool
        name={mail.starred ? 'Remove the star' : 'Star'}
        Icon={mail.starred ? IconStarFilled : IconStar}
        run={() => void actions.star([mail], !mail.starred)}
      />
      {!isUnread(mail) && (
        <Tool
          name="Mark as unread"
          keys="U"
          Icon={IconMail}
          run={() => void actions.flag([mail], 'SEEN', false)}
        />
      )}
      {folder !== 'Archive' && folder !== 'Trash' && folder !== 'Spam' && (
        <Tool
          name="Archive"
          keys="E"
          Icon={IconArchive}
          run={() => leave(actions.move([mail], 'Archive', 'archived'))}
        />
      )}
      {(folder === 'Trash' || folder === 'Spam') && (
        <Tool
          name={folder === 'Spam' ? 'Not spam' : 'Restore'}
          Icon={folder === 'Spam' ? IconArrowBackUp : IconRestore}
          run={() => leave(actions.restore([mail]))}
        />
      )}
      <MoveMenu onMove={(to, name) => leave(actions.move([mail], to, `moved to ${name}`))} />
      {folder !== 'Spam' && mail.state === 'RECEIVED' && (
        <Tool name="Spam" keys="!" Icon={IconShieldX} run={() => leave(actions.spam([mail], false))} />
      )}
      <Tool
        name={folder === 'Trash' ? 'Delete for ever' : 'Move to Trash'}
        keys="#"
        Icon={IconTrash}
        run={() =>
          leave(folder === 'Trash' ? actions.erase([mail]) : actions.move([mail], 'Trash', 'moved to Trash'))
        }
      />
    </span>
  )
}

function Tool({ name, keys, Icon, run }: { name: string; keys?: string; Icon: Icon; run: () => void }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      title={keys === undefined ? name : `${name} (${keys})`}
      onClick={run}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </button>
  )
}
