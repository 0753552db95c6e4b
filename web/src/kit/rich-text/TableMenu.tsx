import { Menu } from '@mantine/core'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import type { Command } from '@tiptap/pm/state'
import { useEditorState, type Editor } from '@tiptap/react'
import { IconTable } from '@tabler/icons-react'
import { emptyTable } from './table-nodes.ts'

const COMMANDS: readonly (readonly [string, Command])[] = [
  ['Add row below', addRowAfter],
  ['Add column after', addColumnAfter],
  ['Header row', toggleHeaderRow],
  ['Merge cells', mergeCells],
  ['Split cell', splitCell],
  ['Delete row', deleteRow],
  ['Delete column', deleteColumn],
  ['Delete table', deleteTable],
]
const SIZE = 3

/** Inserts a table, or changes the one at the caret. */
export function TableMenu({ editor }: { editor: Editor }) {
  const isInTable = useEditorState({ editor, selector: ({ editor: one }) => one.isActive('table') })
  const run = (command: Command) => {
    command(editor.state, editor.view.dispatch)
    editor.view.focus()
  }
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <button
          type="button"
          className="rich-text-tool"
          aria-label="Table"
          title="Table"
          data-on={isInTable || undefined}
        >
          <IconTable size={17} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {!isInTable && (
          <Menu.Item onClick={() => editor.chain().focus().insertContent(emptyTable(SIZE, SIZE)).run()}>
            Insert a table
          </Menu.Item>
        )}
        {isInTable &&
          COMMANDS.map(([name, command]) => (
            <Menu.Item key={name} disabled={!command(editor.state)} onClick={() => run(command)}>
              {name}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
