import { IconAlertTriangle, IconFile, IconX } from '@tabler/icons-react'
import { sizeText, type Attachment } from './attachment.ts'

type Props = { of: readonly Attachment[]; onRemove: (key: string) => void; onRetry: (key: string) => void }
/** Files of a message that is being written: how far each is sent, and a way to leave it out. */
export function Attachments({ of, onRemove, onRetry }: Props) {
  if (of.length === 0) return null
  return (
    <ul className="attachments" aria-label="Files">
      {of.map((one) => (
        <li key={one.key} data-state={one.state}>
          {one.preview === null ? (
            <IconFile size={20} stroke={1.4} aria-hidden />
          ) : (
            <img src={one.preview} alt="" />
          )}
          <span className="attachment-words">
            <b>{one.name}</b>
            {one.state === 'FAILED' ? (
              <span className="refusal" role="alert">
                <IconAlertTriangle size={12} aria-hidden /> {one.fault}{' '}
                <button type="button" className="link-button" onClick={() => onRetry(one.key)}>
                  Retry
                </button>
              </span>
            ) : (
              <span className="dim">
                {sizeText(one.size)}
                {one.state === 'SENDING' && `, ${Math.round(one.progress * 100)} %`}
              </span>
            )}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${one.name}`}
            title="Remove"
            onClick={() => onRemove(one.key)}
          >
            <IconX size={14} />
          </button>
          {one.state === 'SENDING' && (
            <progress value={one.progress} max={1} aria-label={`${one.name} is uploading`} />
          )}
        </li>
      ))}
    </ul>
  )
}
