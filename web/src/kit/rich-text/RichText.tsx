import { Textarea } from '@mantine/core'
import { later } from '../pages/later.tsx'
import { htmlOfText, textOfHtml } from './plain-text.ts'
import type { RichTextProps } from './rich-text.ts'

/** Editor of rich text, fetched when it is first shown. */
export const RichText = later(() => import('./RichTextEditor.tsx').then((file) => file.RichTextEditor))

/** The same text without form, for readers of plain text. */
export function PlainText({ label, initial, onChange, placeholder, hasFocus }: RichTextProps) {
  return (
    <Textarea
      aria-label={label}
      placeholder={placeholder}
      autoFocus={hasFocus ?? false}
      autosize
      minRows={10}
      defaultValue={textOfHtml(initial)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? '' : htmlOfText(currentTarget.value))
      }
    />
  )
}
