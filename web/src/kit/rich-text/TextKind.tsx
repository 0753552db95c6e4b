import { useEditorState, type Editor } from '@tiptap/react'
import { HEADING_LEVELS } from './extensions.ts'

const KINDS = ['Text', ...HEADING_LEVELS.map((level) => `Heading ${level}`)]

/** Choice between plain text and the levels of headings, for the paragraph at the caret. */
export function TextKind({ editor }: { editor: Editor }) {
  const level = useEditorState({
    editor,
    selector: ({ editor: one }) =>
      HEADING_LEVELS.find((each) => one.isActive('heading', { level: each })) ?? 0,
  })
  return (
    <select
      className="rich-text-kind"
      aria-label="Paragraph style"
      value={level}
      onChange={({ currentTarget }) => {
        const chosen = HEADING_LEVELS.find((each) => each === Number(currentTarget.value))
        const chain = editor.chain().focus()
        if (chosen === undefined) chain.setParagraph().run()
        else chain.setHeading({ level: chosen }).run()
      }}
    >
      {KINDS.map((name, at) => (
        <option key={name} value={at}>
          {name}
        </option>
      ))}
    </select>
  )
}
