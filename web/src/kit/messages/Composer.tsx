import { IconEye, IconPencil, IconSend2, IconUpload } from '@tabler/icons-react'
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { MentionName } from '../people/mention-names.ts'
import { useMentionField } from '../people/use-mention-field.ts'
import type { Attachment } from './attachment.ts'
import { Attachments } from './Attachments.tsx'
import { ComposerField } from './ComposerField.tsx'
import { ComposerTools } from './ComposerTools.tsx'
import { MessageText } from './MessageText.tsx'
import type { Priority } from './priority.ts'
import { PriorityBadge } from './PriorityMenu.tsx'
import './composer.css'

type Props = {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  maxLength: number
  onSend: () => void
  /** Edits the last message of the user: arrow up in an empty field. */
  onEditLast?: () => void
  mentions: readonly MentionName[]
  attachments: readonly Attachment[]
  onFiles: (files: readonly File[]) => void
  onRemoveFile: (key: string) => void
  onRetryFile: (key: string) => void
  /** Null where messages have no priority. */
  priority: Priority | null
  onPriority?: (priority: Priority) => void
  canRequestAck?: boolean
  /** Chips of cards, and the button that adds one. */
  cards?: ReactNode
  cardTool?: ReactNode
  hasFocus?: boolean
  /** Line below the field: who is typing. */
  foot?: ReactNode
  isCompact?: boolean
  /** True for long texts: Enter begins a line, and Ctrl+Enter sends. */
  isLong?: boolean
}

/** True where Enter begins a new line: inside a block of code that is not closed. */
const isInCode = (text: string, caret: number) => (text.slice(0, caret).split('```').length - 1) % 2 === 1

/** Field for a message: Enter sends, Shift-Enter begins a line; files are pasted, dropped or picked. */
export function Composer(props: Props) {
  const { text, attachments, priority } = props
  const [isPreview, setPreview] = useState(false)
  const mention = useMentionField({ text, onText: props.onText, names: props.mentions })
  const { area } = mention
  const drop = useDrop(props.onFiles)
  const isSending = attachments.some(({ state }) => state === 'SENDING')
  const hasFault = attachments.some(({ state }) => state === 'FAILED')
  const isEmpty = text.trim() === '' && attachments.length === 0 && props.cards == null
  const canSend = !isEmpty && !isSending && !hasFault
  const send = () => {
    if (!canSend) return
    setPreview(false)
    props.onSend()
    area.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mention.isOpen) return
    if (event.key === 'ArrowUp' && text === '' && props.onEditLast !== undefined) {
      event.preventDefault()
      props.onEditLast()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    const isSent = event.ctrlKey || event.metaKey
    if (!isSent && (props.isLong === true || isInCode(text, event.currentTarget.selectionStart))) return
    event.preventDefault()
    send()
  }
  return (
    <section
      className="composer"
      aria-label={props.label}
      data-compact={props.isCompact || undefined}
      {...drop.handlers}
    >
      <div className="composer-box" data-urgent={priority?.priority === 'urgent' || undefined}>
        {drop.isOver && (
          <p className="composer-drop">
            <IconUpload size={18} aria-hidden /> Drop files to attach them
          </p>
        )}
        {priority !== null && (
          <div className="composer-signs">
            <PriorityBadge {...priority} />
          </div>
        )}
        <ComposerField mention={mention} isHidden={isPreview} onPress={press} {...props} />
        {isPreview && (
          <div className="composer-preview" tabIndex={0} role="region" aria-label="Preview">
            <MessageText
              text={text}
              isName={(name) => props.mentions.some((one) => one.name === name)}
              isReader={() => false}
            />
          </div>
        )}
        {props.cards}
        <Attachments of={attachments} onRemove={props.onRemoveFile} onRetry={props.onRetryFile} />
        <div className="composer-bar">
          <ComposerTools
            area={area}
            text={text}
            onText={props.onText}
            onFiles={props.onFiles}
            cardTool={props.cardTool}
            priority={priority}
            canRequestAck={props.canRequestAck ?? true}
            onPriority={props.onPriority}
            isCompact={props.isCompact === true}
          />
          <span className="composer-space" />
          {text.length > props.maxLength - 500 && (
            <span className="figures dim">{props.maxLength - text.length} left</span>
          )}
          {text.trim() !== '' && (
            <button
              type="button"
              className="composer-tool"
              aria-pressed={isPreview}
              aria-label={isPreview ? 'Write' : 'Preview'}
              title={isPreview ? 'Write' : 'Preview'}
              onClick={() => setPreview(!isPreview)}
            >
              {isPreview ? <IconPencil size={17} stroke={1.6} /> : <IconEye size={17} stroke={1.6} />}
            </button>
          )}
          <button
            type="button"
            className="composer-send"
            aria-label="Send"
            title={
              isSending
                ? 'Files are still uploading'
                : `Send (${props.isLong === true ? 'Ctrl+Enter' : 'Enter'})`
            }
            disabled={!canSend}
            onClick={send}
          >
            <IconSend2 size={17} stroke={1.8} aria-hidden />
          </button>
        </div>
      </div>
      <div className="composer-foot">{props.foot}</div>
    </section>
  )
}

/** Takes files that are dropped on an element, and shows while some are over it. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}
