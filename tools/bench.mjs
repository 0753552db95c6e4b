// Runs benches and ends with their targets in one list. `npm run bench -- live --seconds=20` runs one of them. With
// `--brief` each runs to its end on little data: a quarter of them by the time of day, `--all` of them, or those named.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { BENCHES, chooseBenches } from './benches.mjs'
import { findBrowser } from './browser.mjs'

const root = path.resolve(import.meta.dirname, '..')
/** Maximum time of a brief bench; one that takes longer hangs. */
const BRIEF_MS = 300_000
const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('--'))
const isBrief = options.includes('--brief')
const { error, names, reason } = chooseBenches(args)
if (error !== undefined) {
  process.stderr.write(`${error}\n`)
  process.exit(2)
}
process.stdout.write(`Benches${isBrief ? ' in brief' : ''} (${reason}): ${names.join(', ')}\n`)

const needsBrowser = (name) => BENCHES.some((bench) => bench.name === name && bench.needsBrowser === true)
const browser = names.some(needsBrowser) ? await findBrowser() : null

/** Runs a bench, forwards its output and returns it with the exit code; a bench without figures fails. */
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
  const startedAt = Date.now()
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (!isBrief) process.stdout.write(chunk)
  })
  return new Promise((resolve) =>
    child.once('close', (code) => {
      resolve({
        name,
        output,
        code: /\d/.test(output) ? code : 'no figures',
        seconds: (Date.now() - startedAt) / 1000,
      })
    }),
  )
}

const results = []
const waiting = [...names]
async function runNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const isSkipped = browser === null && needsBrowser(name)
    if (!isBrief || isSkipped) process.stdout.write(`\n── ${name}\n`)
    if (isSkipped) {
      process.stdout.write('SKIPPED: no browser.\n')
      continue
    }
    const result = await run(name)
    if (isBrief) process.stdout.write(`\n── ${name}\n${result.output}`)
    results.push(result)
  }
}
// A measured bench has the machine to itself; brief ones run two at a time.
await Promise.all([runNext(), ...(isBrief ? [runNext()] : [])])
process.stdout.write(isBrief ? '\n── ran to the end\n' : '\n── targets\n')
for (const { name, output, code, seconds } of results) {
  if (isBrief) process.stdout.write(`${name.padEnd(12)} ${seconds.toFixed(1)} s\n`)
  else
    for (const line of output.split('\n'))
      if (/ (reached|MISSED)$/.test(line)) process.stdout.write(`${name.padEnd(8)} ${line}\n`)
  if (code !== 0) process.stdout.write(`${name.padEnd(8)} FAILED with ${code}\n`)
}
process.exit(results.some(({ code }) => code !== 0) ? 1 : 0)
