// Runs what a change can break: `npm run affected [-- --base REV] [--no-journeys] [--list]`. docs/testing.md states
// what it leaves to `npm test`.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { choose } from './affected/choose.mjs'
import { readProject } from './affected/project.mjs'
import { benchesOf } from './benches.mjs'

const root = path.resolve(import.meta.dirname, '..')
const FORMATTED = /\.(ts|tsx|mjs|cjs|json|css)$/
const LINTED = /\.(ts|tsx|mjs|cjs)$/
const { base, flags } = readArguments(process.argv.slice(2))

function readArguments(given) {
  const at = given.indexOf('--base')
  const rest = at < 0 ? given : given.toSpliced(at, 2)
  const strange = rest.find((one) => one !== '--no-journeys' && one !== '--list')
  if (strange !== undefined || (at >= 0 && given[at + 1] === undefined)) {
    process.stderr.write(
      `unknown: ${strange ?? '--base without a revision'}; allowed are --base REV, --no-journeys and --list\n`,
    )
    process.exit(2)
  }
  return { base: at < 0 ? defaultBase() : given[at + 1], flags: rest }
}

function git(...args) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

/** Where the branch left origin/main; the last commit where there is no such branch. */
function defaultBase() {
  try {
    return git('merge-base', 'HEAD', 'origin/main')
  } catch {
    return 'HEAD'
  }
}

/** Files that differ from the base, new ones included; deleted ones too, for what imported them. */
function changedFiles() {
  const lines = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(lines.join('\n').split('\n'))].filter((file) => file !== '').sort()
}

/** Runs a command, shows what it prints once it has ended, and returns whether it passed. */
function run(name, command, args, env = {}) {
  const began = Date.now()
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) =>
    child.once('close', (status) => {
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      const passed = status === 0
      process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${seconds.padStart(6)} s  ${name}\n`)
      if (!passed) process.stdout.write(`${output}\n`)
      resolve(passed)
    }),
  )
}
const npx = (name, ...args) =>
  run(name, process.execPath, [path.join(root, 'node_modules/.bin', name), ...args])

/** Checks without running anything: format and lint of changed files, types of all, import rules. */
async function runStatic(changed) {
  const present = changed.filter((file) => existsSync(path.join(root, file)))
  const formatted = present.filter((file) => FORMATTED.test(file))
  const linted = present.filter((file) => LINTED.test(file))
  const results = []
  if (formatted.length > 0) results.push(await npx('oxfmt', '--check', ...formatted))
  if (linted.length > 0) {
    results.push(await npx('oxlint', '--type-aware', ...linted))
    results.push(await run('types', 'npm', ['run', '-s', 'types']))
    results.push(await run('imports', 'npm', ['run', '-s', 'imports']))
  }
  return results.every(Boolean)
}

/** Runs one vitest over the chosen unit and durability tests; the generated tests try the chosen operations only. */
async function runTests({ unit, durability, operations }) {
  const files = [...unit, ...durability]
  if (files.length === 0) return true
  const env = operations === null || operations.length === 0 ? {} : { TEST_OPERATIONS: operations.join(',') }
  return run(
    `${files.length} test files`,
    process.execPath,
    [path.join(root, 'tools/tests.mjs'), 'all', ...files],
    env,
  )
}

async function runJourneys(journeys) {
  if (journeys.length === 0 || flags.includes('--no-journeys')) return true
  if (!(await run('build', 'npm', ['run', '-s', 'build']))) return false
  return run(`${journeys.length} journey files`, 'npm', ['run', '-s', 'e2e', '--', ...journeys])
}

async function runBenches(benches) {
  if (benches.length === 0) return true
  return run('benches', process.execPath, [path.join(root, 'tools/bench.mjs'), '--brief', ...benches])
}

function describe(
  { isBelow, rooms, dependents, unit, operations, durability, journeys, left },
  benches,
  changed,
) {
  const list = (label, items) => items.length > 0 && process.stdout.write(`${label}: ${items.join(', ')}\n`)
  process.stdout.write(`${changed.length} files differ from ${base}\n`)
  list('changed rooms', rooms)
  list('rooms that use them', dependents)
  if (isBelow) process.stdout.write('a change below the rooms: the smoke set, and every operation\n')
  if (operations !== null) list('operations of rights and parameter tests', operations)
  list('test files', unit)
  list('durability', durability)
  list(flags.includes('--no-journeys') ? 'journeys left out on request' : 'journeys', journeys)
  list('benches', benches)
  list('left to npm test for want of time', left)
}

const began = Date.now()
const changed = changedFiles()
const choice = choose(changed, readProject(root))
const benches = benchesOf(changed)
describe(choice, benches, changed)
if (flags.includes('--list')) process.exit(0)
const both = await Promise.all([runStatic(changed), runTests(choice)])
const passed = both.every(Boolean) && (await runJourneys(choice.journeys)) && (await runBenches(benches))
process.stdout.write(`${passed ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(0)} s\n`)
process.exit(passed ? 0 : 1)
