/** Files generated from all operations and checked in: `npm run operations` writes them, a test compares them. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OPERATIONS, OPERATIONS_BY_FILE } from '../src/operations.ts'
import { BOUNDS } from '../src/rights.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const HEAD = [
  '| Operation | Route | Who | Cut | Leaves | Past | Stream | Costly | Bounded | Early |',
  '|---|---|---|---|---|---|---|---|---|---|',
]

/** One row for every operation, so that a change of rights is one changed line. */
function table(): string {
  const files = [...OPERATIONS_BY_FILE].map(([file, ops]) => {
    const rows = ops.map(({ name, method, path, right, past }) => {
      const { who, cut, leaves, stream, costly, bounded, early } = right
      const route = `\`${method} ${path}\``
      const cells = [name, route, who, cut, leaves, past, stream, costly, bounded, early && 'yes']
      return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`
    })
    return [`## ${file}`, '', ...HEAD, ...rows].join('\n')
  })
  return `# Operations

Made from \`contract/src\` by \`npm run -s operations\`; not edited by hand. A chapter is a file there. What the words mean stands in
\`contract/src/rights.ts\` (who, cut, leaves, stream, costly, early) and \`contract/src/kernel.ts\` (past).

An operation is costly (a few of a user run at once, the others wait in a queue of that user) or bounded by:

${Object.entries(BOUNDS)
  .map(([bound, limit]) => `- ${bound}: ${limit}`)
  .join('\n')}

${files.join('\n\n')}
`
}

/** For the screens of the record, which would otherwise bring every operation into the browser. */
function words(): string {
  const named = [...OPERATIONS.values()].flatMap(({ name, did }) => (did === undefined ? [] : [[name, did]]))
  const rows = named.map(([name, did]) => `  ${/^\w+$/.test(name!) ? name! : `'${name!}'`}: '${did!}',`)
  return `// Made from the operations by \`npm run -s operations\`; not edited by hand.
/** Words for the action of each recorded operation, as users read them. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
${rows.join('\n')}
}
`
}

/** Lines that are written and should not be, and lines that should. */
function changed(written: string, made: string): string[] {
  const [was, is] = [written.split('\n'), made.split('\n')]
  const lines = [
    ...was.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
  ]
  return lines.length > 0 || written === made ? lines : ['the same lines in another order']
}

/** Generated texts by file, and where the checked-in files differ. */
export const MADE = [
  { file: 'docs/operations.md', text: table() },
  { file: 'contract/src/action-words.ts', text: words() },
].map(({ file, text }) => {
  const at = path.join(ROOT, file)
  return {
    file,
    differs: () => changed(readFileSync(at, 'utf8'), text),
    write: () => writeFileSync(at, text),
  }
})

if (process.argv[1] === import.meta.filename) for (const { write } of MADE) write()
