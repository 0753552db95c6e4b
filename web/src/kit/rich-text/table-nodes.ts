import { mergeAttributes, Node, type JSONContent } from '@tiptap/core'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'

/** Role of each node in the table commands of ProseMirror. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name)) || 1),
})
const cellAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  colwidth: { default: null, rendered: false },
})

const cell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: cellAttributes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })

const Row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const Grid = Node.create({
  name: 'table',
  content: 'tableRow+',
  group: 'block',
  isolating: true,
  extendNodeSchema: (extension) => {
    const tableRole = ROLES[extension.name]
    return tableRole === undefined ? {} : { tableRole }
  },
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => [
    'table',
    mergeAttributes(HTMLAttributes, { border: '1' }),
    ['tbody', 0],
  ],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const step = (by: 1 | -1) => () => goToNextCell(by)(this.editor.state, this.editor.view.dispatch)
    return { Tab: step(1), 'Shift-Tab': step(-1) }
  },
})

/** Nodes of a table. The package of the editor for them is behind its core, so they stand here. */
export const TABLE_NODES = [Grid, Row, cell('tableCell', 'td'), cell('tableHeader', 'th')]

/** Returns a table of empty cells with a row of headings. */
export function emptyTable(rows: number, columns: number): JSONContent {
  const row = (type: string): JSONContent => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph', content: [] }] })),
  })
  const body = Array.from({ length: rows - 1 }, () => row('tableCell'))
  return { type: 'table', content: [row('tableHeader'), ...body] }
}
