import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

/** Limits of tables in one message; rows are filled to the width of their head, so short texts can make many cells. */
const [MOST_COLUMNS, MOST_CELLS] = [40, 3000]

type Node = {
  type: string
  children?: Node[]
  align?: unknown[]
  value?: string
  position?: { start: { offset?: number }; end: { offset?: number } }
}
type Processor = { data: () => { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } }

/** Reads tables of Markdown. A table above the limits is shown as it is written. */
export function messageTables(this: unknown): (tree: unknown, file: unknown) => void {
  const data = (this as Processor).data()
  ;(data.micromarkExtensions ??= []).push(gfmTable())
  ;(data.fromMarkdownExtensions ??= []).push(gfmTableFromMarkdown())
  return (tree, file) => limitTables(tree as Node, String(file))
}

function limitTables(tree: Node, text: string) {
  let left = MOST_CELLS
  const visit = (node: Node): Node => {
    if (node.type === 'table') {
      const columns = node.align?.length ?? 0
      const cells = columns * (node.children?.length ?? 0)
      left -= cells
      if (columns <= MOST_COLUMNS && left >= 0) return node
      left += cells
      return { type: 'code', value: text.slice(node.position?.start.offset, node.position?.end.offset) }
    }
    if (node.children !== undefined) node.children = node.children.map(visit)
    return node
  }
  visit(tree)
}
