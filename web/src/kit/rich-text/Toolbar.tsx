import { useEditorState, type Editor } from '@tiptap/react'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconItalic,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconStrikethrough,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { ColourMenu } from './ColourMenu.tsx'
import { LinkButton } from './LinkButton.tsx'
import { TableMenu } from './TableMenu.tsx'
import { TextKind } from './TextKind.tsx'

type Tool = {
  name: string
  Icon: Icon
  keys?: string
  run: (editor: Editor) => void
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
}
const chain = (editor: Editor) => editor.chain().focus()

const GROUPS: readonly (readonly Tool[])[] = [
  [
    {
      name: 'Undo',
      Icon: IconArrowBackUp,
      keys: 'Ctrl+Z',
      run: (editor) => chain(editor).undo().run(),
      can: (editor) => editor.can().undo(),
    },
    {
      name: 'Redo',
      Icon: IconArrowForwardUp,
      keys: 'Ctrl+Y',
      run: (editor) => chain(editor).redo().run(),
      can: (editor) => editor.can().redo(),
    },
  ],
  [
    mark('Bold', IconBold, 'Ctrl+B', 'bold', (editor) => chain(editor).toggleBold().run()),
    mark('Italic', IconItalic, 'Ctrl+I', 'italic', (editor) => chain(editor).toggleItalic().run()),
    mark('Underline', IconUnderline, 'Ctrl+U', 'underline', (editor) =>
      chain(editor).toggleUnderline().run(),
    ),
    mark('Strikethrough', IconStrikethrough, 'Ctrl+Shift+S', 'strike', (editor) =>
      chain(editor).toggleStrike().run(),
    ),
  ],
  [
    mark('Bulleted list', IconList, 'Ctrl+Shift+8', 'bulletList', (editor) =>
      chain(editor).toggleBulletList().run(),
    ),
    mark('Numbered list', IconListNumbers, 'Ctrl+Shift+7', 'orderedList', (editor) =>
      chain(editor).toggleOrderedList().run(),
    ),
    mark('Quote', IconBlockquote, 'Ctrl+Shift+B', 'blockquote', (editor) =>
      chain(editor).toggleBlockquote().run(),
    ),
  ],
]
const CLEAR: Tool = {
  name: 'Remove formatting',
  Icon: IconClearFormatting,
  run: (editor) => chain(editor).unsetAllMarks().clearNodes().run(),
}

function mark(name: string, icon: Icon, keys: string, type: string, run: Tool['run']): Tool {
  return { name, Icon: icon, keys, run, isOn: (editor) => editor.isActive(type) }
}

type Props = { editor: Editor; onPicture: ((file: File) => void) | undefined }

/** Buttons above a rich text. Arrow keys go from one to the next, so that Tab leads past them to the text. */
export function Toolbar({ editor, onPicture }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={bar}
      className="rich-text-tools"
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (step === undefined || bar.current === null) return
        moveFocus(bar.current, step)
        event.preventDefault()
      }}
    >
      <TextKind editor={editor} />
      {GROUPS.map((tools) => (
        <span key={tools[0]?.name} className="rich-text-group">
          {tools.map((tool) => (
            <ToolButton key={tool.name} tool={tool} editor={editor} />
          ))}
        </span>
      ))}
      <span className="rich-text-group">
        <LinkButton editor={editor} />
        {onPicture !== undefined && <PictureButton onPicture={onPicture} />}
        <TableMenu editor={editor} />
        <ColourMenu editor={editor} />
        <ToolButton tool={CLEAR} editor={editor} />
      </span>
    </div>
  )
}

function moveFocus(bar: HTMLElement, step: number) {
  const buttons = [...bar.querySelectorAll<HTMLElement>('button:not(:disabled), select')]
  const at = buttons.findIndex((one) => one === document.activeElement)
  buttons.at((at + step) % buttons.length)?.focus()
}

function ToolButton({ tool: { name, Icon, keys, run, isOn, can }, editor }: { tool: Tool; editor: Editor }) {
  const { on, isAble } = useEditorState({
    editor,
    selector: ({ editor: one }) => ({ on: isOn?.(one), isAble: can?.(one) ?? true }),
  })
  return (
    <button
      type="button"
      className="rich-text-tool"
      aria-label={name}
      title={keys === undefined ? name : `${name} (${keys})`}
      aria-pressed={on}
      disabled={!isAble}
      // The caret stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(editor)}
    >
      <Icon size={17} stroke={1.6} aria-hidden />
    </button>
  )
}

function PictureButton({ onPicture }: { onPicture: (file: File) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="rich-text-tool"
        aria-label="Insert a picture"
        title="Insert a picture"
        onClick={() => picker.current?.click()}
      >
        <IconPhoto size={17} stroke={1.6} aria-hidden />
      </button>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ currentTarget: field }) => {
          for (const file of field.files ?? []) onPicture(file)
          field.value = ''
        }}
      />
    </>
  )
}
