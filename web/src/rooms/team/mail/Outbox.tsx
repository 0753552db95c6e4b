import { IconCloudUp } from '@tabler/icons-react'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { subjectOf } from './mail-text.ts'
import { takeBack, useMailOutbox } from './compose/mail-outbox.ts'

/** Mails that wait for the server, above the list. */
export function Outbox() {
  const { waiting, isAway } = useMailOutbox()
  const failed = waiting.filter(({ state }) => state === 'FAILED')
  const count = waiting.length - failed.length
  if (waiting.length === 0) return null
  return (
    <div className="mail-outbox" role="status">
      {count > 0 && (
        <p>
          <IconCloudUp size={15} aria-hidden /> {countWords(count, 'mail')}{' '}
          {isAway ? 'waiting for the server' : 'being sent to the server'}
        </p>
      )}
      {failed.map(({ mail, fault }) => (
        <p key={mail.key} className="refusal">
          {subjectOf(mail)}: {fault}{' '}
          <button type="button" className="link-button" onClick={() => takeBack(mail.key)}>
            Open
          </button>
        </p>
      ))}
    </div>
  )
}
