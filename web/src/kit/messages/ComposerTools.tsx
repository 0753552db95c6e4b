import { IconBold, IconItalic, IconLink, IconList, IconMoodSmile, IconPaperclip } from '@tabler/icons-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { MARKS, marked, type Mark } from '../text/markdown-marks.ts'
import type { Priority } from './priority.ts'
import { PriorityMenu } from './PriorityMenu.tsx'
import { SignPicker } from './SignPicker.tsx'
import { signOf } from './signs.ts'

const ICONS = { Bold: IconBold, Italic: IconItalic, List: IconList, Link: IconLink } as const
const SHOWN = MARKS.filter((mark): mark is Mark & { label: keyof typeof ICONS } => mark.label in ICONS)

type Props = {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  onFiles: (files: readonly File[]) => void
  cardTool: ReactNode
  priority: Priority | null
  onPriority: ((priority: Priority) => void) | undefined
  canRequestAck: boolean
  isCompact: boolean
}

/** Buttons below the field: files, cards, signs, marks, priority. */
export function ComposerTools(props: Props) {
  const { area, text, onText, priority, onPriority } = props
  const picker = useRef<HTMLInputElement>(null)
  const [isSigning, setSigning] = useState(false)
  const put = (change: (chosen: { text: string; from: number; to: number }) => Place) => {
    const field = area.current
    if (field === null) return
    const next = change({ text, from: field.selectionStart, to: field.selectionEnd })
    flushSync(() => onText(next.text))
    field.focus()
    field.setSelectionRange(next.from, next.to)
  }
  return (
    <>
      <button
        type="button"
        className="composer-tool"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => picker.current?.click()}
      >
        <IconPaperclip size={17} stroke={1.6} aria-hidden />
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget: field }) => {
          props.onFiles([...(field.files ?? [])])
          field.value = ''
        }}
      />
      {props.cardTool}
      <SignPicker
        isOpen={isSigning}
        onClose={() => setSigning(false)}
        onPick={(name) => put((chosen) => inserted(chosen, `${signOf(name) ?? `:${name}:`} `))}
      >
        <button
          type="button"
          className="composer-tool"
          aria-label="Insert a sign"
          title="Insert a sign"
          onClick={() => setSigning(!isSigning)}
        >
          <IconMoodSmile size={17} stroke={1.6} aria-hidden />
        </button>
      </SignPicker>
      {priority !== null && onPriority !== undefined && (
        <PriorityMenu value={priority} onChange={onPriority} canRequestAck={props.canRequestAck} />
      )}
      {!props.isCompact && (
        <span className="composer-marks" role="group" aria-label="Formatting">
          {SHOWN.map((mark) => {
            const Mark = ICONS[mark.label]
            return (
              <button
                key={mark.label}
                type="button"
                className="composer-tool"
                aria-label={mark.label}
                title={mark.label}
                onClick={() => put((chosen) => marked(chosen, mark))}
              >
                <Mark size={16} stroke={1.6} aria-hidden />
              </button>
            )
          })}
        </span>
      )}
    </>
  )
}

type Place = { text: string; from: number; to: number }
const inserted = ({ text, from, to }: Place, words: string): Place => ({
  text: text.slice(0, from) + words + text.slice(to),
  from: from + words.length,
  to: from + words.length,
})
