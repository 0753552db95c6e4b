// Checks the English of the sources (docs/words.md): `node tools/prose.mjs`, part of `npm run lint`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const SOURCE = /^(contract|nautical|rules|server|web|sim|basemap|e2e|bench|tools)\/.*\.(ts|tsx|mjs|cjs)$/
/** First words of a doc comment that name neither an action nor a thing. */
const OPENINGS = new Set(['what', 'who', 'whose', 'whether', 'of', 'how', 'that'])
/** Words banned from the names of files and exported identifiers. */
const BANNED = new Set(
  `told tell tells teller telling say says said ask asks asked asking hear hears heard hearing had kept keeper
  keepers deed deeds hand hands anew mended but come comes goes nobody nobodys somebody whoever believed heed jam
  jams flood nuisance sight refusal notice notices habit habits happening happenings`.split(/\s+/),
)
/** Standard terms that contain a banned word: the area notice of IMO SN.1/Circ.289. */
const STANDARD = /area-?notice/i
/** Names that every room or program may use. */
const SHARED_NAMES = new Set(['room.ts', 'main.ts', 'map-part.tsx'])
const LONGEST_SENTENCE = 30
const EXPORT =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)(?:[^\n=]*= (op|push)\()?/gm
const DOC = /\/\*\*([\s\S]*?)\*\//g
const LINE_COMMENTS = /(?:^[ \t]*\/\/(?!\/).*\n?)+/gm

/** Returns the words of an identifier or a file name: `keptFor` and `kept-for` have `kept` and `for`. */
const wordsOf = (name) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const lineAt = (text, index) => text.slice(0, index).split('\n').length

/** Splits a comment into sentences, without its marks, formulas, code and addresses. */
function sentencesOf(comment) {
  const plain = comment
    .replaceAll(/^[ \t]*\* {3,}.*$/gm, '')
    .replaceAll(/^[ \t]*(\/\/|\*)[ \t]?/gm, '')
    .replaceAll(/`[^`]*`|https?:\S+/g, 'code')
    .replaceAll(/\b(e\.g|i\.e|No|cf)\./g, '$1')
  return plain.split(/(?<=[.!?:])\s+|\n\s*\n|\n\s*(?=[-*@] ?)/)
}

/** Returns the faults of one file, each with its line. Names of operations and pushes belong to the wire and stay. */
export function faultsOf(file, text) {
  const faults = []
  const add = (index, what) => faults.push({ line: lineAt(text, index), what })
  const bannedIn = (name) =>
    STANDARD.test(name) ? undefined : wordsOf(name).find((word) => BANNED.has(word))
  const banned = bannedIn(path.basename(file))
  if (banned !== undefined) add(0, `the file name has the word "${banned}"`)
  for (const { 1: name, 2: wire, index } of text.matchAll(EXPORT)) {
    const word = wire === undefined ? bannedIn(name) : undefined
    if (word !== undefined) add(index, `the name ${name} has the word "${word}"`)
  }
  for (const { 1: doc, index } of text.matchAll(DOC)) {
    const [first] = doc
      .replaceAll(/^[ \t]*\* ?/gm, '')
      .trim()
      .split(/\W/)
    if (OPENINGS.has(first.toLowerCase()))
      add(index, `a doc comment begins with "${first}", not with a verb or a noun`)
  }
  for (const pattern of [DOC, LINE_COMMENTS])
    for (const { 0: comment, 1: doc, index } of text.matchAll(pattern))
      for (const sentence of sentencesOf(doc ?? comment)) {
        const count = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
        if (count > LONGEST_SENTENCE)
          add(index, `a sentence has ${count} words: ${sentence.trim().slice(0, 50)}…`)
      }
  return faults
}

/** Returns groups of files of one package that share a name, except shared names. */
export function namesakesOf(files) {
  const groups = new Map()
  for (const file of files) {
    const name = path.basename(file)
    if (SHARED_NAMES.has(name)) continue
    const key = `${file.split('/')[0]}/${name}`
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  return [...groups.values()].filter((same) => same.length > 1)
}

/** Reads all sources of the checkout; returns the faults of each file that has any. */
function readFaults() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => SOURCE.test(file) && existsSync(path.join(root, file)))
  const found = new Map(
    files.map((file) => [file, faultsOf(file, readFileSync(path.join(root, file), 'utf8'))]),
  )
  for (const same of namesakesOf(files))
    for (const file of same)
      found
        .get(file)
        .push({ line: 1, what: `another file has this name: ${same.find((one) => one !== file)}` })
  return new Map([...found].filter(([, faults]) => faults.length > 0))
}

if (process.argv[1] === import.meta.filename) {
  const found = readFaults()
  for (const [file, faults] of found)
    for (const { line, what } of faults) console.log(`${file}:${line} ${what}`)
  process.exit(found.size > 0 ? 1 : 0)
}
