import { Menu } from '@mantine/core'
import { useEditorState, type Editor } from '@tiptap/react'
import { IconPalette } from '@tabler/icons-react'

/** Colours that can be read on white paper and on the dark of the night theme. */
const COLOURS = [
  ['Red', '#d6453d'],
  ['Orange', '#c2660a'],
  ['Green', '#2f8f4e'],
  ['Teal', '#12878d'],
  ['Blue', '#2f74d0'],
  ['Violet', '#8a5bd6'],
  ['Grey', '#7a828c'],
] as const

/** Colour of the marked text. */
export function ColourMenu({ editor }: { editor: Editor }) {
  const colour = useEditorState({
    editor,
    selector: ({ editor: one }) => one.getAttributes('textStyle')['color'] as string | undefined,
  })
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className="rich-text-tool" aria-label="Text colour" title="Text colour">
          <IconPalette size={17} stroke={1.6} aria-hidden style={{ color: colour }} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => editor.chain().focus().unsetColor().run()}>Default colour</Menu.Item>
        {COLOURS.map(([name, value]) => (
          <Menu.Item
            key={name}
            leftSection={<span className="rich-text-colour" style={{ background: value }} />}
            onClick={() => editor.chain().focus().setColor(value).run()}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
