import type { Mail, MailAddress } from '@samudra/contract/mail'
import { IconChevronDown, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { When } from '../../../../kit/text/When.tsx'
import { addressText, nameOf } from '../mail-text.ts'

/** Sender, recipients and time of a mail; the rest of its head on request. */
export function MailHead({ mail }: { mail: Mail }) {
  const [isOpen, setOpen] = useState(false)
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc]
  const names = recipients.slice(0, 3).map(nameOf).join(', ')
  const more = recipients.length - 3
  return (
    <div className="mail-head">
      <div className="mail-head-line">
        <b title={mail.from.address}>{nameOf(mail.from)}</b>
        {mail.from.name !== '' && <span className="dim mail-head-address">{mail.from.address}</span>}
      </div>
      <div className="mail-head-line dim">
        <span className="mail-head-to">
          to {names === '' ? 'nobody' : names}
          {more > 0 && ` and ${more} more`}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={isOpen ? 'Hide details' : 'Show details'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={14} aria-hidden />
        </button>
        <span className="mail-head-time">
          <When at={mail.at} />
        </span>
      </div>
      {isOpen && <Details mail={mail} />}
    </div>
  )
}

function Details({ mail }: { mail: Mail }) {
  const { authentication: checks } = mail
  return (
    <dl className="facts mail-details">
      <People label="From" of={[mail.from]} />
      <People label="To" of={mail.to} />
      <People label="Cc" of={mail.cc} />
      <People label="Bcc" of={mail.bcc} />
      <People label="Reply to" of={mail.reply_to} />
      {mail.sent_at !== null && (
        <>
          <dt>Sent</dt>
          <dd>
            <When at={mail.sent_at} />
          </dd>
        </>
      )}
      {mail.received_at !== null && (
        <>
          <dt>Received</dt>
          <dd>
            <When at={mail.received_at} />
          </dd>
        </>
      )}
      {checks !== null && (
        <>
          <dt>Sender checks</dt>
          <dd>
            <IconLock size={13} aria-hidden /> SPF {checks.spf}, DKIM {checks.dkim}, DMARC {checks.dmarc} for{' '}
            {checks.domain}
            {checks.comment !== '' && <span className="dim"> {checks.comment}</span>}
          </dd>
        </>
      )}
      <dt>Message id</dt>
      <dd className="mail-message-id">{mail.message_id}</dd>
    </dl>
  )
}

function People({ label, of }: { label: string; of: readonly MailAddress[] }) {
  if (of.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{of.map(addressText).join(', ')}</dd>
    </>
  )
}
