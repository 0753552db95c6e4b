import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconMinus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Attachments } from '../../../../kit/messages/Attachments.tsx'
import { PlainText, RichText } from '../../../../kit/rich-text/RichText.tsx'
import type { RichTextHandle } from '../../../../kit/rich-text/rich-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { CardChips } from '../../../../map/cards/CardPicker.tsx'
import { isRecipient } from '../mail-text.ts'
import { changeComposing, type Composing, type Recipients } from './composing.store.ts'
import { ComposeFoot } from './ComposeFoot.tsx'
import { sendComposed } from './mail-outbox.ts'
import { RecipientsField } from './RecipientsField.tsx'
import {
  closeComposing,
  discardComposing,
  endConflict,
  isChanged,
  SAVE_MS,
  saveComposing,
} from './save-draft.ts'
import { attachFiles, pictureOfText, removeAttachment, retryAttachment } from './upload-mail-files.ts'

const FIELDS: readonly (readonly [Recipients, string])[] = [
  ['to', 'To'],
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
]
const titleOf = ({ subject, replyOf }: Composing) =>
  subject !== ''
    ? subject
    : replyOf?.as === 'REPLY'
      ? 'Reply'
      : replyOf?.as === 'FORWARD'
        ? 'Forward'
        : 'New mail'

/** Window in which a mail is written; it stays open on every screen. */
export function Compose({ mail }: { mail: Composing }) {
  useAutosave(mail)
  const [isOver, setOver] = useState(false)
  const close = () =>
    void closeComposing().catch((error: unknown) =>
      toast(`The draft was not saved. ${(error as Error).message}`, 'bad'),
    )
  const fault = faultOf(mail)
  const send = (sendAt: string | null) => {
    if (fault === null) sendComposed(mail, sendAt)
  }
  if (mail.size === 'small')
    return (
      <div className="mail-compose" data-size="small" role="dialog" aria-label={titleOf(mail)}>
        <ComposeBar mail={mail} onClose={close} />
      </div>
    )
  return (
    <div
      className="mail-compose"
      data-size={mail.size}
      data-over={isOver || undefined}
      role="dialog"
      aria-label={titleOf(mail)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        // A picture that is dropped on the text was taken by the text.
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        attachFiles([...event.dataTransfer.files])
      }}
    >
      <ComposeBar mail={mail} onClose={close} />
      <Form
        className="mail-compose-form"
        onSubmit={(event) => {
          event.preventDefault()
          send(null)
        }}
      >
        <Head mail={mail} />
        {mail.isConflict && <Conflict mail={mail} />}
        <Body key={mail.key + mail.format} mail={mail} send={send} fault={fault} />
      </Form>
    </div>
  )
}

/** Returns why a mail cannot be sent yet; null when it can. */
function faultOf(mail: Composing): string | null {
  const all = [...mail.to, ...mail.cc, ...mail.bcc]
  if (all.length === 0) return 'Add a recipient'
  const bad = all.find((one) => !isRecipient(one))
  if (bad !== undefined) return `${bad} is not a valid address`
  if (mail.attachments.some(({ state }) => state === 'SENDING')) return 'Files are being uploaded'
  if (mail.attachments.some(({ state }) => state === 'FAILED'))
    return 'A file was not uploaded: retry or remove it'
  return mail.isConflict ? 'The draft was changed elsewhere' : null
}

/** Saves what changed as a draft every 3 s, and when the page is left. */
function useAutosave(mail: Composing) {
  const save = useEffectEvent(() => {
    if (isChanged(mail)) void saveComposing().catch(() => undefined)
  })
  useEffect(() => {
    const timer = setInterval(() => save(), SAVE_MS)
    const hide = () => save()
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [])
}

function ComposeBar({ mail, onClose }: { mail: Composing; onClose: () => void }) {
  const { size } = mail
  const resize = (to: Composing['size']) => changeComposing({ size: to }, false)
  const isLarge = size === 'large'
  return (
    <header className="mail-compose-bar">
      <button
        type="button"
        className="mail-compose-title"
        aria-expanded={size !== 'small'}
        onClick={() => resize(size === 'small' ? 'open' : 'small')}
      >
        {titleOf(mail)}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={size === 'small' ? 'Open' : 'Minimize'}
        onClick={() => resize(size === 'small' ? 'open' : 'small')}
      >
        <IconMinus size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button mail-compose-resize"
        aria-label={isLarge ? 'Smaller' : 'Larger'}
        onClick={() => resize(isLarge ? 'open' : 'large')}
      >
        {isLarge ? (
          <IconArrowsDiagonalMinimize2 size={16} aria-hidden />
        ) : (
          <IconArrowsDiagonal size={16} aria-hidden />
        )}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Discard the mail"
        title="Discard"
        onClick={() =>
          void discardComposing().catch((error: unknown) => toast((error as Error).message, 'bad'))
        }
      >
        <IconTrash size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Save and close"
        title="Save and close"
        onClick={onClose}
      >
        <IconX size={16} aria-hidden />
      </button>
    </header>
  )
}

function Head({ mail }: { mail: Composing }) {
  const [shown, setShown] = useState<ReadonlySet<Recipients>>(new Set(['to']))
  const isShown = (field: Recipients) => shown.has(field) || mail[field].length > 0
  return (
    <div className="mail-compose-head">
      {FIELDS.filter(([field]) => isShown(field)).map(([field, label]) => (
        <RecipientsField
          key={field}
          label={label}
          value={mail[field]}
          hasFocus={field === 'to' ? mail.to.length === 0 : shown.has(field) && mail[field].length === 0}
          onChange={(value) => changeComposing({ [field]: value })}
        >
          {field === 'to' &&
            FIELDS.filter(([other]) => !isShown(other)).map(([other, name]) => (
              <button
                key={other}
                type="button"
                className="link-button"
                onClick={() => setShown(new Set([...shown, other]))}
              >
                {name}
              </button>
            ))}
        </RecipientsField>
      ))}
      <input
        className="mail-subject-field"
        aria-label="Subject"
        placeholder="Subject"
        maxLength={998}
        value={mail.subject}
        onChange={({ currentTarget }) => changeComposing({ subject: currentTarget.value })}
      />
    </div>
  )
}

function Conflict({ mail }: { mail: Composing }) {
  const end = (isMine: boolean) =>
    void endConflict(mail, isMine).catch((error: unknown) => toast((error as Error).message, 'bad'))
  return (
    <div className="mail-notice" data-tone="bad" role="alert">
      <span>This draft was changed in another window.</span>
      <span className="mail-notice-actions">
        <button type="button" className="link-button" onClick={() => end(true)}>
          Keep this text
        </button>
        <button type="button" className="link-button" onClick={() => end(false)}>
          Load the other text
        </button>
      </span>
    </div>
  )
}

type BodyProps = { mail: Composing; send: (sendAt: string | null) => void; fault: string | null }
function Body({ mail, send, fault }: BodyProps) {
  const handle = useRef<RichTextHandle | null>(null)
  const Editor = mail.format === 'html' ? RichText : PlainText
  return (
    <>
      <Editor
        label="Text of the mail"
        initial={mail.body}
        placeholder="Write the mail"
        hasFocus={mail.to.length > 0}
        onChange={(body) => changeComposing({ body })}
        onPicture={pictureOfText}
        onFiles={attachFiles}
        onReady={(ready) => (handle.current = ready)}
      />
      <Attachments of={mail.attachments} onRemove={removeAttachment} onRetry={retryAttachment} />
      <CardChips
        cards={mail.links.map(({ type, id, label }) => ({ kind: type, id, label }))}
        onRemove={(card) =>
          changeComposing({
            links: mail.links.filter(({ type, id }) => type !== card.kind || id !== card.id),
          })
        }
      />
      <ComposeFoot
        mail={mail}
        fault={fault}
        onSend={send}
        onInsert={(html) => {
          if (handle.current === null) changeComposing({ body: mail.body + html })
          else handle.current.insertHtml(html)
        }}
      />
    </>
  )
}
