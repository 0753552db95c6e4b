import { Textarea } from '@mantine/core'
import { useDeferredValue, useRef } from 'react'
import { flushSync } from 'react-dom'
import { MARKS, marked, type Mark } from './markdown-marks.ts'
import './markdown-editor.css'
import { Prose } from './Prose.tsx'

type Props = {
  label: string
  value: string
  maxLength: number
  error?: string | undefined
  onChange: (value: string) => void
}

/** A text in Markdown, beside what it will look like. */
export function MarkdownEditor({ label, value, maxLength, error, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  // A long text is drawn behind what is typed.
  const shown = useDeferredValue(value)
  function put(mark: Mark) {
    const area = field.current
    if (area === null) return
    const { text, from, to } = marked({ text: value, from: area.selectionStart, to: area.selectionEnd }, mark)
    flushSync(() => onChange(text))
    area.focus()
    area.setSelectionRange(from, to)
  }
  return (
    <div className="markdown-editor">
      <div className="markdown-write">
        <div className="markdown-marks" role="group" aria-label="Formatting">
          {MARKS.map((mark) => (
            <button key={mark.label} type="button" className="link-button" onClick={() => put(mark)}>
              {mark.label}
            </button>
          ))}
        </div>
        <Textarea
          ref={field}
          label={label}
          maxLength={maxLength}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {/* It scrolls, so it can be reached by keyboard. */}
      <div className="markdown-look" tabIndex={0} role="region" aria-label="Preview">
        <Prose markdown={shown} />
      </div>
    </div>
  )
}
