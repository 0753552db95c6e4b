import type { Mail } from '@samudra/contract/mail'
import { getMail, readReceiptMail, retryMail, setAnswering } from '@samudra/contract/mail-calls'
import {
  IconAlertTriangle,
  IconCheck,
  IconClockHour4,
  IconMailCheck,
  IconPhotoOff,
  IconUserCheck,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { When } from '../../../../kit/text/When.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { undoSent } from '../compose/composing.store.ts'
import { useMailPlace } from '../mail-place.ts'
import { nameOf } from '../mail-text.ts'

type LineProps = {
  Icon: typeof IconCheck
  tone?: 'bad' | 'good' | undefined
  children: ReactNode
  action?: ReactNode
}
const Line = ({ Icon, tone, children, action }: LineProps) => (
  <div className="mail-notice" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
    <Icon size={16} stroke={1.6} aria-hidden />
    <span>{children}</span>
    {action}
  </div>
)

type Props = { mail: Mail; isRemoteShown: boolean; onRemote: () => void }
/** Warnings, receipts and deliveries of a mail, and who answers it: shown before its text. */
export function MailMarks({ mail, isRemoteShown, onRemote }: Props) {
  const { isOwn } = useMailPlace()
  const isReceived = mail.state === 'RECEIVED'
  return (
    <>
      {mail.marks.map(({ kind, text }) => (
        <Line key={kind} Icon={IconAlertTriangle} tone="bad">
          {text}
        </Line>
      ))}
      {!isOwn && isReceived && <Answering mail={mail} />}
      {mail.remote_pictures > 0 && !isRemoteShown && (
        <Line
          Icon={IconPhotoOff}
          action={
            <button type="button" className="link-button" onClick={onRemote}>
              Show pictures
            </button>
          }
        >
          {countWords(mail.remote_pictures, 'remote picture')} blocked. Showing them lets the sender know that
          you read this.
        </Line>
      )}
      {mail.state === 'QUEUED' && mail.send_at !== null && <SentLater mail={mail} sendAt={mail.send_at} />}
      {isReceived && mail.receipt_requested && mail.receipt_answered_at === null && <Receipt mail={mail} />}
      {mail.receipts.map(({ reader, read_at }) => (
        <Line key={reader} Icon={IconMailCheck} tone="good">
          Read by {readerName(mail, reader)}, <When at={read_at} />
        </Line>
      ))}
      <Deliveries mail={mail} />
    </>
  )
}

/** Returns the name of a recipient by the address that a receipt gives. */
const readerName = ({ to, cc, bcc }: Mail, reader: string) => {
  const found = [...to, ...cc, ...bcc].find(({ address }) => address.toLowerCase() === reader.toLowerCase())
  return found === undefined ? reader : nameOf(found)
}

function useMailCall() {
  const stale = useStale()
  const [isBusy, setBusy] = useState(false)
  async function run(act: Promise<unknown>) {
    setBusy(true)
    await act.catch((error: unknown) => toast((error as Error).message, 'bad'))
    stale(getMail)
    setBusy(false)
  }
  return { isBusy, run: (act: Promise<unknown>) => void run(act) }
}

function Receipt({ mail: { id } }: { mail: Mail }) {
  const { isBusy, run } = useMailCall()
  const answer = (send: boolean) => run(call(readReceiptMail, { id, send }))
  return (
    <Line
      Icon={IconMailCheck}
      action={
        <span className="mail-notice-actions">
          <button type="button" className="link-button" disabled={isBusy} onClick={() => answer(true)}>
            Send receipt
          </button>
          <button type="button" className="link-button" disabled={isBusy} onClick={() => answer(false)}>
            Do not send
          </button>
        </span>
      }
    >
      The sender requests a read receipt.
    </Line>
  )
}

/** Time at which a mail will be sent; until then it can be made a draft again. */
function SentLater({ mail, sendAt }: { mail: Mail; sendAt: string }) {
  const { mailbox, go } = useMailPlace()
  const { isBusy, run } = useMailCall()
  const stop = async () => {
    await undoSent(mail.id, mailbox)
    go({ mail: null })
  }
  return (
    <Line
      Icon={IconClockHour4}
      action={
        <button type="button" className="link-button" disabled={isBusy} onClick={() => run(stop())}>
          Cancel and edit
        </button>
      }
    >
      Will be sent on <When at={sendAt} />.
    </Line>
  )
}

/** User who answers a mail of a duty, so that it is answered once. */
function Answering({ mail: { id, answering } }: { mail: Mail }) {
  const own = useSession((state) => state.user?.id)
  const { isBusy, run } = useMailCall()
  const isMine = answering?.user_id === own
  return (
    <Line
      Icon={IconUserCheck}
      tone={answering === null || isMine ? undefined : 'good'}
      action={
        <button
          type="button"
          className="link-button"
          disabled={isBusy}
          onClick={() => run(call(setAnswering, { id, answering: !isMine }))}
        >
          {isMine ? 'Release' : answering === null ? 'Take this mail' : 'Take over'}
        </button>
      }
    >
      {answering === null ? (
        'No one is answering this mail.'
      ) : (
        <>
          {isMine ? 'You are' : `${answering.username} is`} answering, since <When at={answering.since} />
        </>
      )}
    </Line>
  )
}

const DELIVERY_WORDS = {
  QUEUED: 'waiting',
  SENDING: 'sending',
  DEFERRED: 'delayed',
  SENT: 'delivered',
  FAILED: 'not delivered',
} as const

function Deliveries({ mail: { id, deliveries } }: { mail: Mail }) {
  const { isBusy, run } = useMailCall()
  if (deliveries.length === 0) return null
  const failed = deliveries.filter(({ state }) => state === 'FAILED')
  const open = deliveries.filter(({ state }) => state === 'DEFERRED')
  return (
    <>
      {[...failed, ...open].map(({ recipient, state, answer }) => (
        <Line key={recipient} Icon={IconAlertTriangle} tone={state === 'FAILED' ? 'bad' : undefined}>
          {recipient}: {DELIVERY_WORDS[state]}. {answer}
        </Line>
      ))}
      {failed.length > 0 && (
        <button
          type="button"
          className="link-button mail-retry"
          disabled={isBusy}
          onClick={() => run(call(retryMail, { id }))}
        >
          Send again
        </button>
      )}
    </>
  )
}
