// Reads what `npm run affected` chooses from: files, imports, rooms, operations, and which tests name which rooms.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const { declaredRooms } = createRequire(import.meta.url)('../declared-rooms.cjs')

const SOURCE = /^(contract|nautical|rules|server|web|sim|basemap|e2e|bench|tools)\/.*\.(ts|tsx|mjs|cjs)$/
const IMPORT = /(?:from|import)\s*\(?\s*'((?:\.{1,2}\/|@samudra\/)[^']+)'/g
const OPERATION = /^\| (\w+) \| `/gm
/** First line of a journey or a durability test: `// Rooms: alerts, rules`. */
const ROOMS_LINE = /^\/\/ Rooms: (.+)\n/

/** File that an import of `from` names; `@samudra/contract/alerts` is `contract/src/alerts.ts`. */
function resolveImport(from, name) {
  const ofPackage = /^@samudra\/(\w+)\/(.+)$/.exec(name)
  if (ofPackage !== null) return `${ofPackage[1]}/src/${ofPackage[2]}.ts`
  return path.posix.join(path.posix.dirname(from), name)
}

/** Sources of a checkout, tracked or new, relative to its root. */
const sourcesOf = (root) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => SOURCE.test(file) && existsSync(path.join(root, file)))

/** Names of rooms in the first line of a file; null without such a line. */
export const roomsNamedIn = (text) => ROOMS_LINE.exec(text)?.[1].split(', ') ?? null

/**
 * Reads a checkout. `importers`: file → files that import it. `rooms`: name → rooms it uses. `operations`: room → its
 * operations. `named`: journey or durability test → rooms it names. `seconds`: test file → seconds of its last run here.
 */
export function readProject(root) {
  const files = sourcesOf(root)
  const operationNames = new Set(
    [...readFileSync(path.join(root, 'docs/operations.md'), 'utf8').matchAll(OPERATION)].map(
      ([, name]) => name,
    ),
  )
  const [importers, operations, named] = [new Map(), new Map(), new Map()]
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, name] of text.matchAll(IMPORT)) {
      const imported = resolveImport(file, name)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
    const room = /^server\/src\/rooms\/[\w-]+\/([\w-]+)\/.*\.ops\.ts$/.exec(file)?.[1]
    if (room !== undefined) {
      const known = operations.get(room) ?? new Set()
      for (const [word] of text.matchAll(/\w+/g)) if (operationNames.has(word)) known.add(word)
      operations.set(room, known)
    }
    if (/\.(e2e|durability\.test)\.ts$/.test(file)) named.set(file, roomsNamedIn(text) ?? [])
  }
  return { files, importers, rooms: declaredRooms(), operations, named, seconds: readSeconds(root) }
}

const SECONDS = '.cache/test-seconds.json'
export const secondsFile = (root) => path.join(root, SECONDS)
function readSeconds(root) {
  const file = secondsFile(root)
  return new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [])
}
