// Measurements, one after another, and at the end every target in one list. `npm run bench -- live --seconds=20` runs one;
// with --brief each runs to its end in small, so that none rots.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { findBrowser } from './browser.mjs'

const root = path.resolve(import.meta.dirname, '..')
const ALL = [
  'decode',
  'adsb',
  'storage',
  'live',
  'workbench',
  'import-file',
  'history',
  'seek',
  'segments',
  'rules',
  'lag',
  'alerts',
  'watch',
  'look-back',
  'truth',
  'objects',
]
/** Those that draw. */
const IN_BROWSER = ['workbench', 'seek', 'alerts', 'watch']
/** A brief one that has not ended by then hangs. */
const BRIEF_MS = 300_000
const given = process.argv.slice(2)
const names = given.filter((arg) => !arg.startsWith('--'))
const options = given.filter((arg) => arg.startsWith('--'))
const strange = names.find((name) => !ALL.includes(name))
if (strange !== undefined) {
  process.stderr.write(`there is no bench called ${strange}; there are ${ALL.join(', ')}\n`)
  process.exit(2)
}

const isBrief = options.includes('--brief')
const chosen = names.length > 0 ? names : [...ALL]
const browser = chosen.some((name) => IN_BROWSER.includes(name)) ? await findBrowser() : null

/** Runs one, passes on what it prints and returns it; what it printed before it failed counts too. */
function run(name) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'bench', `${name}.ts`), ...options],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        SAMUDRA_BROWSER: browser === null ? undefined : JSON.stringify(browser),
        BENCH_SIZE: isBrief ? 'brief' : undefined,
      },
      ...(isBrief ? { timeout: BRIEF_MS } : {}),
    },
  )
  const began = Date.now()
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (!isBrief) process.stdout.write(chunk)
  })
  return new Promise((resolve) =>
    child.once('close', (code) => {
      resolve({
        name,
        said,
        code: /\d/.test(said) ? code : 'no figures',
        seconds: (Date.now() - began) / 1000,
      })
    }),
  )
}

const done = []
async function runNext() {
  for (let name = chosen.shift(); name !== undefined; name = chosen.shift()) {
    const isLeftOut = IN_BROWSER.includes(name) && browser === null
    if (!isBrief || isLeftOut) process.stdout.write(`\n── ${name}\n`)
    if (isLeftOut) {
      process.stdout.write('SKIPPED: no browser.\n')
      continue
    }
    const one = await run(name)
    if (isBrief) process.stdout.write(`\n── ${name}\n${one.said}`)
    done.push(one)
  }
}
// Nothing stands beside what is measured; what only has to run shares the machine.
await Promise.all([runNext(), ...(isBrief ? [runNext()] : [])])
process.stdout.write(isBrief ? '\n── ran to the end\n' : '\n── targets\n')
for (const { name, said, code, seconds } of done) {
  if (isBrief) process.stdout.write(`${name.padEnd(12)} ${seconds.toFixed(1)} s\n`)
  else
    for (const line of said.split('\n'))
      if (/ (reached|MISSED|times less)$/.test(line)) process.stdout.write(`${name.padEnd(8)} ${line}\n`)
  if (code !== 0) process.stdout.write(`${name.padEnd(8)} FAILED with ${code}\n`)
}
process.exit(done.some(({ code }) => code !== 0) ? 1 : 0)
