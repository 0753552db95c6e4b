import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ReleaseNote } from '@samudra/contract/settings'
import type { Log } from '../../../platform/kernel/text/log.ts'

export type WrittenNote = Omit<ReleaseNote, 'read_at'>
type Item = ReleaseNote['items'][number]

const KINDS: Record<string, Item['kind']> = {
  new: 'NEW',
  change: 'CHANGE',
  better: 'CHANGE',
  fix: 'FIX',
  fixed: 'FIX',
}
const ORDER: Item['kind'][] = ['NEW', 'CHANGE', 'FIX']
const NEXT = 'next'

/**
 * Reads `<folder>/<version>/*.md`, newest version first; `next` is the coming version. `index.md` has `title` and
 * `date` above; every other file is one item with `kind`, `route` and `roles` above its text.
 */
export async function readReleaseNotes(folder: string, coming: string, log: Log): Promise<WrittenNote[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const notes: WrittenNote[] = []
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const note = await readNote(path.join(folder, entry.name), entry.name, coming, log)
    if (note.items.length > 0) notes.push(note)
  }
  const nextLast = (note: WrittenNote) => (note.id.startsWith(NEXT) ? 1 : 0)
  return notes.sort((a, b) => nextLast(b) - nextLast(a) || compareVersions(b.version, a.version))
}

async function readNote(folder: string, name: string, coming: string, log: Log): Promise<WrittenNote> {
  const isNext = name === NEXT
  const items: Item[] = []
  let index: Record<string, string> = {}
  for (const file of (await readdir(folder)).filter((one) => one.endsWith('.md')).sort()) {
    const { head, text } = frontMatter(await readFile(path.join(folder, file), 'utf8'))
    if (file === 'index.md') {
      index = head
      continue
    }
    const kind = KINDS[head['kind'] ?? '']
    if (kind === undefined || text === '')
      log.warn('a release note is left out: it needs a kind (new, better, fixed) and a sentence', {
        file: `${name}/${file}`,
      })
    else items.push({ kind, text, route: head['route'] ?? null, roles: listIn(head['roles']) })
  }
  items.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  const version = isNext ? coming : name
  // What comes next grows: with every item it is news again.
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 8)
  return {
    id: isNext ? `${NEXT}-${digest}` : name,
    version,
    date: index['date'] ?? '',
    title: index['title'] ?? (isNext ? `Coming in ${version}` : `Version ${version}`),
    items,
  }
}

/** `name: value` lines between two lines of three hyphens, then the text. */
export function frontMatter(written: string): { head: Record<string, string>; text: string } {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(written)
  if (found === null) return { head: {}, text: written.trim() }
  const lines = found[1]!.split(/\r?\n/).flatMap((line) => {
    const pair = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line)
    return pair === null ? [] : [[pair[1]!, pair[2]!.replace(/^(['"])(.*)\1$/, '$2')] as const]
  })
  return { head: Object.fromEntries(lines.filter(([, value]) => value !== '')), text: found[2]!.trim() }
}

const listIn = (text: string | undefined) =>
  (text ?? '')
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((one) => one.trim().toUpperCase())
    .filter((one) => one !== '')

/** Compares 0.10.0 and 0.9.1 as versions; a pre-release (1.0.0-rc1) comes before its version. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string) => {
    const [numbers, pre] = version.split(/-(.*)/s) as [string, string | undefined]
    return { numbers: numbers.split('.').map((one) => Number(one) || 0), pre }
  }
  const [one, other] = [parts(a), parts(b)]
  for (let i = 0; i < Math.max(one.numbers.length, other.numbers.length); i++) {
    const difference = (one.numbers[i] ?? 0) - (other.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (one.pre === other.pre) return 0
  if (one.pre === undefined) return 1
  if (other.pre === undefined) return -1
  return one.pre < other.pre ? -1 : 1
}
