import { inboxMail, mailChanged, readReceipt } from '@samudra/contract/mail'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../../kit/toasts.ts'
import { usePush } from '../../../wire/push.ts'
import { useSession } from '../../../wire/session.ts'
import { useWire } from '../../../wire/transport.ts'
import { ComposeHost } from './compose/ComposeHost.tsx'
import { runMailOutbox, useMailOutbox, wakeMailOutbox } from './compose/mail-outbox.ts'
import { incrementMailCount } from './mail-count.ts'
import { inboxLink } from './mail-links.ts'
import { mailsChanged } from './state/list-changes.ts'
import './mail-compose.css'

/** The mail on every screen: its toast, its count, the mail that is being written, and the outbox. */
export function MailBackground() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const own = useSession((state) => state.user?.id)
  usePush(inboxMail, ({ mail_id, mailbox }) => {
    const isOwn = mailbox === own
    if (isOwn) incrementMailCount()
    mailsChanged(queries)
    toast('Received a new Mail', 'plain', {
      isKept: true,
      sort: { key: 'mail-new' },
      action: { label: 'Open', act: () => void navigate(inboxLink(mail_id, isOwn ? null : mailbox)) },
    })
  })
  usePush(readReceipt, ({ reader }) => {
    mailsChanged(queries)
    toast(`${reader} read your mail`)
  })
  usePush(mailChanged, () => mailsChanged(queries))
  useOutboxOfUser()
  return <ComposeHost />
}

/** Sends what waited when the page was opened, and again when the server is back. */
function useOutboxOfUser() {
  const isLive = useWire(({ link }) => link === 'live')
  const count = useMailOutbox(({ waiting }) => waiting.length)
  useEffect(() => {
    if (!isLive || count === 0) return
    wakeMailOutbox()
    void runMailOutbox()
  }, [isLive, count])
}
