// Prints every text that users may see, with file and line: `npm run -s texts [-- WORD]`, for reviews of wording.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'

const root = path.resolve(import.meta.dirname, '..')
const SOURCE = /^(web\/src|contract\/src|server\/src|rules\/src)\/.*\.(ts|tsx)$/
const OTHERS = /\.(test|cases|screen\.test|sql)\.tsx?$/
/** Attributes of elements whose value no user sees. */
const HIDDEN = new Set(
  'className id key name type role href src to style data-testid c bg fz fw w h p m'.split(' '),
)
/** Properties whose text is read by programs. */
const CODES = new Set('name route wire code type kind id key table mime accept Code'.split(' '))

/** Tests whether a literal reads like a text: it has two words, or one that begins with a capital and goes on in small letters. */
export const isText = (text) =>
  /[A-Za-z]{2,}[,.]? [A-Za-z0-9]/.test(text)
    ? !/^(select|insert|update|delete|with) /i.test(text) && !/[{};=]|=>|^M\d/.test(text)
    : /^[A-Z][a-z]{2,}[.?!…]?$/.test(text)

/** Returns the texts of one source, each with its line. */
export function textsOf(source, file) {
  const tree = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx') })
  const offset = tree.span.start
  const bytes = Buffer.from(source)
  const lineAt = (at) =>
    bytes
      .subarray(0, at - offset)
      .toString()
      .split('\n').length
  const texts = []
  const add = (span, text) => {
    const plain = text.replaceAll(/\s+/g, ' ').trim()
    if (isText(plain)) texts.push({ line: lineAt(span.start), text: plain })
  }
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    switch (node.type) {
      case 'ImportDeclaration':
      case 'TsLiteralType':
      case 'TsTypeAliasDeclaration':
      case 'TsInterfaceDeclaration':
        return
      case 'JSXText':
        return add(node.span, node.value)
      case 'JSXAttribute':
        if (HIDDEN.has(node.name?.value)) return
        break
      case 'KeyValueProperty':
        if (CODES.has(node.key?.value) && node.value.type === 'StringLiteral') return
        return visit(node.value)
      case 'StringLiteral':
        return add(node.span, node.value)
      case 'TemplateLiteral':
        add(node.span, node.quasis.map(({ raw }) => raw).join('…'))
        return visit(node.expressions)
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value)
  }
  visit(tree.body)
  return texts
}

if (process.argv[1] === import.meta.filename) {
  const word = process.argv[2]?.toLowerCase()
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split(
    '\n',
  )
  for (const file of files.filter((one) => SOURCE.test(one) && !OTHERS.test(one)))
    for (const { line, text } of textsOf(readFileSync(path.join(root, file), 'utf8'), file))
      if (word === undefined || text.toLowerCase().includes(word)) console.log(`${file}:${line} ${text}`)
}
