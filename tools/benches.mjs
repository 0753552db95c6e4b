// Benches with the folders that each measures, and the choice among them.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../bench')
const QUARTERS = 4
const QUARTER_HOURS = 24 / QUARTERS

/**
 * Every bench in the order of a full run. `quarter` is the part of the day whose brief run includes it; the quarters cost
 * about the same. `subject` lists folders, files, and path beginnings that end in `*`.
 */
export const BENCHES = [
  { name: 'decode', quarter: 1, subject: ['nautical/src/ais'] },
  { name: 'dashboard', quarter: 3, subject: ['server/src/rooms/desk', 'server/src/rooms/past/traffic'] },
  { name: 'adsb', quarter: 3, subject: ['nautical/src/adsb'] },
  {
    name: 'storage',
    quarter: 2,
    subject: [
      'server/src/rooms/picture/feeds',
      'server/src/rooms/past/history/raw',
      'server/src/rooms/past/history/record',
    ],
  },
  {
    name: 'live',
    quarter: 4,
    subject: [
      'contract/src/wire/live-frame.ts',
      'server/src/rooms/picture/socket',
      'server/src/rooms/picture/picture',
    ],
  },
  {
    name: 'workbench',
    quarter: 2,
    needsBrowser: true,
    subject: [
      'web/src/rooms/picture/aircraft',
      'web/src/map',
      'web/src/rooms/picture/picture',
      'web/src/rooms/past/trails',
    ],
  },
  {
    name: 'import-file',
    quarter: 4,
    subject: ['server/src/rooms/past/exchange', 'server/src/platform/formats'],
  },
  { name: 'history', quarter: 4, subject: ['server/src/rooms/past/history'] },
  {
    name: 'seek',
    quarter: 3,
    needsBrowser: true,
    subject: [
      'contract/src/wire/replay-chunk.ts',
      'server/src/rooms/past/history/chunks',
      'server/src/rooms/past/replay',
      'web/src/rooms/past/playback',
      'web/src/rooms/past/replay',
    ],
  },
  {
    name: 'segments',
    quarter: 1,
    subject: [
      'server/src/rooms/picture/picture/contacts/assignment.ts',
      'server/src/rooms/picture/picture/reach.ts',
      'server/src/rooms/picture/picture/contacts/splits.ts',
      'server/src/rooms/picture/picture/views/wakes.ts',
    ],
  },
  {
    name: 'rules',
    quarter: 2,
    subject: ['nautical/src/tracks/crossings.ts', 'nautical/src/polygons', 'rules/src'],
  },
  { name: 'lag', quarter: 1, subject: ['rules/src', 'server/src/rooms/watch/rules'] },
  {
    name: 'alerts',
    quarter: 2,
    needsBrowser: true,
    subject: ['contract/src/alert*', 'server/src/rooms/watch/alerts', 'web/src/rooms/watch/alerts'],
  },
  {
    name: 'watch',
    quarter: 1,
    needsBrowser: true,
    subject: ['rules/src/detectors', 'server/src/rooms/watch/alerts', 'web/src/rooms/watch/alerts'],
  },
  {
    name: 'look-back',
    quarter: 4,
    subject: ['server/src/rooms/past/history/read', 'server/src/rooms/watch/rules'],
  },
  { name: 'truth', quarter: 3, subject: ['rules/src/detectors', 'server/testing/truth', 'sim/src/truth'] },
  { name: 'chat', quarter: 3, subject: ['contract/src/chat.ts', 'server/src/rooms/team/chat'] },
  { name: 'mail-in', quarter: 3, subject: ['server/src/rooms/team/mail'] },
  { name: 'mail', quarter: 2, subject: ['contract/src/mail-calls.ts', 'server/src/rooms/team/mail'] },
  {
    name: 'forum',
    quarter: 4,
    subject: ['contract/src/forum*', 'server/src/rooms/team/forum'],
  },
  {
    name: 'calls',
    quarter: 1,
    subject: ['contract/src/calls.ts', 'server/src/rooms/team/calls', 'web/src/rooms/team/calls/media'],
    needsBrowser: true,
  },
  {
    name: 'objects',
    quarter: 3,
    subject: ['server/src/platform/kernel/objects'],
  },
]

const isTest = (file) => /\.(test|cases|e2e)\.\w+$/.test(file)

const covers = (subject, file) =>
  subject.endsWith('*')
    ? file.startsWith(subject.slice(0, -1))
    : file === subject || file.startsWith(`${subject}/`)

/** Files of `bench/` that a bench consists of: its own, what it imports from there, and what it starts. */
export function filesOf(name) {
  const files = new Set([`${name}.ts`])
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    for (const [, used] of text.matchAll(/'(?:\.\/|bench\/)?([a-z-]+\.(?:ts|mjs))'/g)) files.add(used)
  }
  return [...files].map((file) => `bench/${file}`)
}

/** Names of the benches whose subject or own files are among changed files, paths from the root of the repository. */
export function benchesOf(changedFiles) {
  const changed = changedFiles.filter((file) => !isTest(file))
  return BENCHES.filter(({ name, subject }) => {
    const own = filesOf(name)
    return changed.some((file) => own.includes(file) || subject.some((one) => covers(one, file)))
  }).map(({ name }) => name)
}

const namesIn = (quarter) => BENCHES.filter((bench) => bench.quarter === quarter).map(({ name }) => name)

const optionOf = (options, name) =>
  options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3)

/** Benches of a command line with the reason for the choice, or the error in it. */
export function chooseBenches(args, now = new Date()) {
  const options = args.filter((arg) => arg.startsWith('--'))
  const named = args.filter((arg) => !arg.startsWith('--'))
  const all = BENCHES.map(({ name }) => name)
  const unknown = named.find((name) => !all.includes(name))
  if (unknown !== undefined)
    return { error: `No bench has the name ${unknown}. The names are ${all.join(', ')}.` }
  if (named.length > 0) return { names: named, reason: 'named on the command line' }
  const given = optionOf(options, 'quarter')
  if (given !== undefined) {
    const names = namesIn(Number(given))
    if (names.length === 0) return { error: `No quarter ${given}. The quarters are 1 to ${QUARTERS}.` }
    return { names, reason: `quarter ${given} of ${QUARTERS}` }
  }
  if (!options.includes('--brief') || options.includes('--all')) return { names: all, reason: 'all' }
  const quarter = Math.floor(now.getUTCHours() / QUARTER_HOURS) + 1
  const [from, to] = [(quarter - 1) * QUARTER_HOURS, quarter * QUARTER_HOURS]
  return {
    names: namesIn(quarter),
    reason: `quarter ${quarter} of ${QUARTERS}, from ${from}:00 to ${to}:00 UTC; --all runs all, --quarter=N another`,
  }
}
