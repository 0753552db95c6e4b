import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { addPicture, takeFiles } from './add-files.ts'
import { cleanPastedHtml } from './clean-paste.ts'
import { richTextExtensions } from './extensions.ts'
import type { RichTextProps } from './rich-text.ts'
import { Toolbar } from './Toolbar.tsx'
import './rich-text.css'

/** Ends a text with a paragraph, which the editor would add with the first change. */
const withEnd = (html: string) => (html === '' || html.endsWith('</p>') ? html : `${html}<p></p>`)

/** Rich text with its toolbar. The text is HTML; it is read at opening, and afterwards set through the handle. */
export function RichTextEditor(props: RichTextProps) {
  const { label, initial, onChange, placeholder = '', hasFocus = false, onPicture, onReady } = props
  const [extensions] = useState(() => richTextExtensions(placeholder))
  const editor = useEditor({
    extensions,
    content: withEnd(initial),
    autofocus: hasFocus ? 'start' : false,
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'rich-text-body' },
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (view, event) => takeFiles(view, event.clipboardData, props),
      handleDrop: (view, event) => takeFiles(view, event.dataTransfer, props),
    },
    onUpdate: ({ editor: one }) => onChange(one.isEmpty ? '' : one.getHTML()),
  })
  const report = useEffectEvent((one: Editor) =>
    onReady?.({
      setHtml: (html) => void one.commands.setContent(html),
      insertHtml: (html) => void one.chain().focus().insertContent(html).run(),
      focus: () => void one.commands.focus('start'),
    }),
  )
  useEffect(() => {
    report(editor)
  }, [editor])

  return (
    <div className="rich-text">
      <Toolbar
        editor={editor}
        onPicture={
          onPicture === undefined ? undefined : (file) => void addPicture(editor.view, onPicture, file)
        }
      />
      <EditorContent editor={editor} className="rich-text-page" />
    </div>
  )
}
