import { Modal } from '@mantine/core'
import type { Mail, MailAttachment } from '@samudra/contract/mail'
import { getAttachments } from '@samudra/contract/mail-files'
import { IconAlertTriangle, IconDownload, IconEye, IconFile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { sizeText } from '../../../../kit/messages/attachment.ts'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { saveFile } from '../../../../kit/save-file.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call, chooseFile, download } from '../../../../wire/call.ts'

/** Larger files are written to the disk as they come, where the browser can. */
const LARGE = 20_000_000

/** Attachments of a mail: shown where the browser can show them safely, and saved. */
export function MailFiles({ mail }: { mail: Mail }) {
  const [shown, setShown] = useState<MailAttachment | null>(null)
  const files = mail.attachments.filter(({ inline }) => !inline)
  if (files.length === 0) return null
  return (
    <section className="mail-files" aria-label={countWords(files.length, 'attachment')}>
      {files.map((file) => (
        <div key={file.id} className="mail-file">
          <IconFile size={22} stroke={1.4} aria-hidden />
          <span>
            <b>{file.name}</b>
            <span className="dim">{sizeText(file.size)}</span>
            {file.warning !== null && (
              <span className="refusal">
                <IconAlertTriangle size={13} aria-hidden /> {file.warning}
              </span>
            )}
          </span>
          {kindOf(file) !== null && (
            <button
              type="button"
              className="icon-button"
              aria-label={`Show ${file.name}`}
              title="Show"
              onClick={() => setShown(file)}
            >
              <IconEye size={16} aria-hidden />
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={`Save ${file.name}`}
            title="Save"
            onClick={() => void save(mail.id, file)}
          >
            <IconDownload size={16} aria-hidden />
          </button>
        </div>
      ))}
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={shown?.name} size="xl" centered>
        {shown !== null && <Preview mailId={mail.id} file={shown} />}
      </Modal>
    </section>
  )
}

type Kind = 'picture' | 'video' | 'audio' | 'text'
/** Returns how a file is shown; SVG and HTML can carry scripts, so they are only saved. */
function kindOf({ content_type: type }: MailAttachment): Kind | null {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/u.test(type)) return 'picture'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  return /^text\/(plain|csv)$|^application\/json$/u.test(type) ? 'text' : null
}

async function save(id: string, { id: attachment_id, name, content_type, size }: MailAttachment) {
  try {
    const file = size > LARGE ? await chooseFile(name) : null
    if (file !== null) {
      await call(getAttachments, { id, attachment_id }, { into: { file, reported: () => undefined } })
      return toast(`${name} saved`)
    }
    const { bytes } = await download(getAttachments, { id, attachment_id })
    return saveFile(name, content_type, bytes)
  } catch (error) {
    if ((error as Error).name !== 'AbortError') toast((error as Error).message, 'bad')
  }
}

const MOST_CHARACTERS = 200_000
function Preview({ mailId, file }: { mailId: string; file: MailAttachment }) {
  const [content, setContent] = useState<{ address: string; text: string } | null>(null)
  const [fault, setFault] = useState<Error | null>(null)
  const kind = kindOf(file)
  useEffect(() => {
    let address = ''
    let isGone = false
    download(getAttachments, { id: mailId, attachment_id: file.id }).then(
      ({ bytes }) => {
        if (isGone) return
        address = URL.createObjectURL(new Blob([bytes], { type: file.content_type }))
        const text = kind === 'text' ? new TextDecoder().decode(bytes).slice(0, MOST_CHARACTERS) : ''
        setContent({ address, text })
      },
      (error: unknown) => !isGone && setFault(error as Error),
    )
    return () => {
      isGone = true
      URL.revokeObjectURL(address)
    }
  }, [mailId, file, kind])
  if (fault !== null) return <Failed error={fault} />
  if (content === null) return <Waiting />
  if (kind === 'picture') return <img className="mail-preview" src={content.address} alt={file.name} />
  if (kind === 'video')
    return <video className="mail-preview" controls src={content.address} aria-label={file.name} />
  if (kind === 'audio') return <audio controls src={content.address} aria-label={file.name} />
  return <pre className="mail-preview">{content.text}</pre>
}
