import type { ClipboardEvent, KeyboardEvent } from 'react'
import { MentionTextarea } from '../people/MentionTextarea.tsx'
import type { MentionState } from '../people/use-mention-field.ts'

type Props = {
  label: string
  placeholder: string
  maxLength: number
  isCompact?: boolean
  isLong?: boolean
  hasFocus?: boolean
  isHidden: boolean
  mention: MentionState
  onPress: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onFiles: (files: readonly File[]) => void
}

/** Text of a message, with names offered behind an @ and files taken from the clipboard. */
export function ComposerField({ isCompact = false, isLong = false, ...props }: Props) {
  return (
    <MentionTextarea
      mention={props.mention}
      position="top-start"
      variant="unstyled"
      className="composer-field"
      hidden={props.isHidden}
      aria-label={props.label}
      placeholder={props.placeholder}
      minRows={isLong ? 3 : 1}
      maxRows={isCompact ? 6 : isLong ? 18 : 12}
      maxLength={props.maxLength}
      autoFocus={props.hasFocus ?? false}
      onKeyDown={props.onPress}
      onPaste={(event) => pasteFiles(event, props.onFiles)}
    />
  )
}

function pasteFiles(event: ClipboardEvent, onFiles: (files: readonly File[]) => void) {
  const files = [...event.clipboardData.files]
  if (files.length === 0) return
  event.preventDefault()
  onFiles(files)
}
