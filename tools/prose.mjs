// Checks the English of the sources against docs/words.md: `node tools/prose.mjs [--write] [FOLDER…]`, part of `npm run lint`.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const COUNTS = path.join(root, 'tools/prose-counts.json')
const SOURCE = /^(contract|nautical|rules|server|web|sim|basemap|e2e|bench|tools)\/.*\.(ts|tsx|mjs|cjs)$/
/** Folders in which no fault is allowed. */
const PLAIN = /^(contract\/src|server\/src\/(platform|sea)|server\/testing|web\/src\/(kit|wire|kept|time))\//
/** First words of a doc comment that name neither an action nor a thing. */
const OPENINGS = new Set(['what', 'who', 'whose', 'whether', 'of', 'how', 'that'])
/** Words that are out in names of files and exported identifiers. */
const BANNED = new Set(
  'told tell tells tellers telling say says said ask asks asked asking hear hears heard had kept keeper keepers deed deeds hand hands anew mended but come comes goes nobody nobodys somebody whoever believed heed jam jams flood nuisance'.split(
    ' ',
  ),
)
const MOST_WORDS = 30
const EXPORT =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)(?:[^\n=]*= (?:pure\()?(op|push)\()?/gm
const DOC = /\/\*\*([\s\S]*?)\*\//g
const LINES = /(?:^[ \t]*\/\/(?!\/).*\n?)+/gm

/** Words of an identifier or a file name: `keptFor` and `kept-for` have `kept` and `for`. */
const wordsOf = (name) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const lineAt = (text, index) => text.slice(0, index).split('\n').length

/** Sentences of a comment without its marks, code and addresses. */
function sentencesOf(comment) {
  const plain = comment
    .replaceAll(/^[ \t]*(\/\/|\*)[ \t]?/gm, '')
    .replaceAll(/`[^`]*`|https?:\S+/g, 'code')
    .replaceAll(/\b(e\.g|i\.e|No|St|cf)\./g, '$1')
  return plain.split(/(?<=[.!?:])\s+|\n\s*\n|\n\s*(?=[-*@] ?)/)
}

/** Faults of one file, each with its line. Names of operations and pushes are those of the wire and stay. */
export function faultsOf(file, text) {
  const faults = []
  const add = (index, kind, what) => faults.push({ line: lineAt(text, index), kind, what })
  const banned = wordsOf(path.basename(file)).find((word) => BANNED.has(word))
  if (banned !== undefined) add(0, 'name', `the file is named with "${banned}"`)
  for (const [, name, wire] of text.matchAll(EXPORT)) {
    const word = wire === undefined ? wordsOf(name).find((one) => BANNED.has(one)) : undefined
    if (word !== undefined) add(text.indexOf(` ${name}`), 'name', `${name} is named with "${word}"`)
  }
  for (const { 1: doc, index } of text.matchAll(DOC)) {
    const [first] = doc.replaceAll(/^[ \t]*\* ?/gm, '').trim().split(/\s/)
    const opening = first.replaceAll(/\W/g, '')
    if (OPENINGS.has(opening.toLowerCase())) add(index, 'opening', `a doc comment begins with "${opening}"`)
  }
  for (const pattern of [DOC, LINES])
    for (const { 0: comment, 1: doc, index } of text.matchAll(pattern))
      for (const sentence of sentencesOf(doc ?? comment)) {
        const count = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
        if (count > MOST_WORDS) add(index, 'length', `a sentence of ${count} words: ${sentence.trim().slice(0, 60)}…`)
      }
  return faults
}

/** Files of one package that share a name; `room.ts` and tests beside them are excepted. */
export function namesakes(files) {
  const byName = new Map()
  for (const file of files) {
    const name = path.basename(file)
    if (name === 'room.ts' || name === 'main.ts') continue
    const key = `${file.split('/')[0]}/${name}`
    byName.set(key, [...(byName.get(key) ?? []), file])
  }
  return [...byName.values()].filter((same) => same.length > 1)
}

/** Folder under which the faults of a file are counted: its room, or its first folders. */
export const groupOf = (file) =>
  /^(?:server|web)\/src\/rooms\/[\w-]+\/[\w-]+/.exec(file)?.[0] ?? path.posix.dirname(file).split('/').slice(0, 3).join('/')

function allFaults() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((file) => SOURCE.test(file))
  const found = new Map()
  for (const file of files) found.set(file, faultsOf(file, readFileSync(path.join(root, file), 'utf8')))
  for (const same of namesakes(files))
    for (const file of same)
      found.get(file).push({ line: 1, kind: 'namesake', what: `another file has this name: ${same.find((one) => one !== file)}` })
  return found
}
if (process.argv.includes('--count')) {
  const by = {}
  for (const [file, faults] of allFaults()) for (const { kind } of faults) { const g = PLAIN.test(file) ? file.split('/').slice(0,4).join('/').replace(/\/[^/]+\.tsx?$/,'') : 'rest'; ((by[g] ??= {})[kind] = (by[g]?.[kind] ?? 0) + 1) }
  console.table(by)
}
if (process.argv.includes('--show')) for (const [file, faults] of allFaults()) if (file.startsWith(process.argv.at(-1))) for (const f of faults) console.log(`${file}:${f.line} ${f.kind}: ${f.what}`)
