import { Loader } from '@mantine/core'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { useEffect, useState, type ReactNode } from 'react'
import { ActionButton } from '../forms/ActionButton.tsx'
import { copyText } from '../text/copy-text.ts'
import './page.css'

/** After this long a wait is called one. */
const PATIENCE_MS = 10_000

/**
 * Shows that something is loading; after ten seconds it shows the delay and, where that makes sense, a way to cancel.
 */
export function Waiting({ onCancel }: { onCancel?: () => void }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="state-page" role="status">
      <Loader size="sm" />
      <p>{isLong ? 'The server is slow to respond.' : MESSAGES.loading}</p>
      {isLong && onCancel !== undefined && (
        <ActionButton size="xs" variant="default" onClick={onCancel}>
          Cancel
        </ActionButton>
      )}
    </div>
  )
}

/** There is nothing to show, and what to do about it. */
export function Nothing(props: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="state-page">
      <strong>{props.title}</strong>
      {props.hint !== undefined && <p>{props.hint}</p>}
      {props.children}
    </div>
  )
}

/** Shows why loading failed, a retry, and what to report to support. `onRetry` may return its promise. */
export function Failed({ error, onRetry }: { error: Error; onRetry?: () => unknown }) {
  const { code, requestId } = error as { code?: string; requestId?: string }
  return (
    <div className="state-page" role="alert">
      <strong>{error.message}</strong>
      {requestId != null && <code>{requestId}</code>}
      <div className="state-buttons">
        {onRetry !== undefined && (
          <ActionButton size="xs" onClick={onRetry}>
            Try again
          </ActionButton>
        )}
        <ActionButton
          size="xs"
          variant="default"
          onClick={() => copyText(detailsOf(error.message, code, requestId))}
        >
          Copy details
        </ActionButton>
      </div>
    </div>
  )
}

/** Returns the details that help to find the call in the log. */
function detailsOf(message: string, code: string | null = null, requestId: string | null = null): string {
  return [
    message,
    ...(code === null ? [] : [`Code: ${code}`]),
    ...(requestId === null ? [] : [`RequestId: ${requestId}`]),
  ].join('\n')
}
