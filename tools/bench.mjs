// Measurements, one after another, and at the end every target in one list. `npm run bench -- live --seconds=20` runs one.
import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const ALL = [
  'decode',
  'adsb',
  'storage',
  'live',
  'browser',
  'workbench',
  'wire',
  'search',
  'import-file',
  'history',
  'seek',
]
const given = process.argv.slice(2)
const names = given.filter((arg) => !arg.startsWith('--'))
const options = given.filter((arg) => arg.startsWith('--'))
const strange = names.find((name) => !ALL.includes(name))
if (strange !== undefined) {
  process.stderr.write(`there is no bench called ${strange}; there are ${ALL.join(', ')}\n`)
  process.exit(2)
}

/** Runs one, passes on what it prints and returns it; what it printed before it failed counts too. */
function run(name) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'bench', `${name}.ts`), ...options],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    process.stdout.write(chunk)
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ name, said, code })))
}

const done = []
for (const name of names.length > 0 ? names : ALL) {
  process.stdout.write(`\n── ${name}\n`)
  done.push(await run(name))
}
process.stdout.write('\n── targets\n')
for (const { name, said, code } of done) {
  for (const line of said.split('\n'))
    if (/ (reached|MISSED|times less)$/.test(line)) process.stdout.write(`${name.padEnd(8)} ${line}\n`)
  if (code !== 0) process.stdout.write(`${name.padEnd(8)} FAILED with ${code}\n`)
}
process.exit(done.some(({ code }) => code !== 0) ? 1 : 0)
