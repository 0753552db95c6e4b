// Runs tests with vitest; a file with a failed test is run once more, alone, and the test named unsteady if it passes then.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { secondsFile } from './affected/project.mjs'

const root = path.resolve(import.meta.dirname, '..')
const VITEST = path.join(root, 'node_modules/vitest/vitest.mjs')
/** With more broken files than this it is not the machine's load, and the log is long enough. */
const MOST_AGAIN = 8

const toScreen = (text) => process.stdout.write(text)
const failedIn = ({ tests }) => tests.filter(({ result }) => result === 'failed')

/** Runs vitest once; its output is passed on, and stored if `log` names a file. */
async function vitest({ args, config, cwd, env, found, log, write }) {
  const asked = ['run', '--config', config, '--reporter=default']
  const child = spawn(
    process.execPath,
    [VITEST, ...asked, `--reporter=${path.join(import.meta.dirname, 'test-report.mjs')}`, ...args],
    {
      cwd,
      stdio: write === toScreen && log === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, TEST_FOUND: found, TEST_REPORT: undefined },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
      write(String(chunk))
    })
  const status = await new Promise((resolve) => child.once('close', resolve))
  if (log !== undefined) writeFileSync(log, said)
  return { status: status ?? 1, found: existsSync(found) ? JSON.parse(readFileSync(found, 'utf8')) : null }
}

/** The file once more with nothing beside it: the whole of it, for its tests may build on each other. */
async function again(first, run, kept) {
  const names = failedIn(first).map(({ name }) => name)
  const folder = path.join(kept, first.file)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'first.txt'),
    failedIn(first)
      .map(({ name, errors }) => `${name}\n${errors.join('\n')}\n`)
      .join('\n'),
  )
  run.write(`\n── once more, alone: ${first.file}\n   for ${names.join('; ')}\n`)
  const { status, found } = await vitest({
    ...run,
    args: [path.join(run.cwd, first.file), ...run.options],
    env: { ...run.env, TEST_KEPT: kept, TEST_RUN: 'again' },
    found: `${run.found}-again`,
    log: path.join(folder, 'again.txt'),
  })
  const second = found?.files.find(({ file }) => file === first.file)
  const isSteady = status === 0 && second !== undefined
  const passed = second?.tests.filter(({ result }) => result === 'passed').map(({ name }) => name)
  return {
    isSteady,
    file: second ?? first,
    unsteady: names
      .filter((name) => isSteady || passed?.includes(name))
      .map((name) => `${first.file} > ${name} (kept in ${folder})`),
  }
}

/**
 * Runs the tests of a configuration and returns how the process should end. `args` are names of files, then options.
 * Data of a failure are stored in `.cache/failed/<name>`; results go to `<TEST_REPORT>-<name>.json`.
 */
export async function runTests({
  name,
  config,
  args = [],
  env = {},
  cwd = root,
  kept = path.join(root, '.cache/failed', name),
  report = process.env['TEST_REPORT'],
  write = toScreen,
}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-tests-'))
  rmSync(kept, { recursive: true, force: true })
  const split = args.findIndex((arg) => arg.startsWith('-'))
  const options = split < 0 ? [] : args.slice(split)
  const run = { config, cwd, options, env, write, found: path.join(folder, 'found.json') }
  try {
    const first = await vitest({
      ...run,
      args,
      env: { ...env, TEST_KEPT: kept, TEST_RUN: 'first' },
    })
    const files = first.found?.files ?? []
    const broken = files.filter((file) => failedIn(file).length > 0)
    const unsteady = []
    let isRed = first.status !== 0 && (broken.length === 0 || first.found.stray > 0)
    if (broken.length > MOST_AGAIN) {
      isRed = true
      write(`\n${broken.length} files failed: too many to be unsteady, none is run again.\n`)
    } else
      for (const file of broken) {
        const second = await again(file, run, kept)
        isRed ||= !second.isSteady
        unsteady.push(...second.unsteady)
        files[files.indexOf(file)] = second.file
      }
    noteSeconds(files)
    if (report !== undefined) writeFileSync(`${report}-${name}.json`, JSON.stringify({ files, unsteady }))
    else if (unsteady.length > 0) write(unsteadyText(unsteady))
    return isRed ? first.status || 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores how long each file took, for `npm run affected`; files that were not run keep their last time. */
function noteSeconds(files) {
  const file = secondsFile(root)
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  for (const { file: name, ms } of files) known[name] = Number((ms / 1000).toFixed(1))
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(known))
}

/** The lines that name the tests which passed only the second time. */
export const unsteadyText = (unsteady) =>
  `\nUnsteady: failed, then passed alone. Each is a defect.\n${unsteady.map((one) => `   ${one}\n`).join('')}`

/** Options of vitest by the group of tests a run is for. */
const GROUPS = {
  unit: ['--project=!durability'],
  durability: ['--project=durability'],
  all: [],
}

if (process.argv[1] === import.meta.filename) {
  const [, , name, ...args] = process.argv
  const options = GROUPS[name]
  if (options === undefined) {
    process.stderr.write(`Name a group of tests first: ${Object.keys(GROUPS).join(', ')}.\n`)
    process.exit(1)
  }
  process.exit(await runTests({ name, config: 'vitest.config.ts', args: [...args, ...options] }))
}
