import { inboxMail, readReceipt } from '@samudra/contract/mail'
import { useEffect } from 'react'
import { toast } from '../../../kit/toasts.ts'
import { usePush } from '../../../wire/push.ts'
import { useSession } from '../../../wire/session.ts'
import { useWire } from '../../../wire/transport.ts'
import { ComposeHost } from './compose/ComposeHost.tsx'
import { runMailOutbox, useMailOutbox, wakeMailOutbox } from './compose/mail-outbox.ts'
import { incrementMailCount } from './mail-count.ts'
import './mail-compose.css'

/** The mail on every screen: its count, the mail that is being written, and the outbox. */
export function MailBackground() {
  const own = useSession((state) => state.user?.id)
  usePush(inboxMail, ({ mailbox }) => {
    // The toast comes as a notification, by the channels that the user chose.
    if (mailbox === own) incrementMailCount()
  })
  usePush(readReceipt, ({ reader }) => toast(`${reader} read your mail`))
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
