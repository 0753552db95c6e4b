// Tests what may differ on the newest supported Node (README): the start, the tests of engines and wire, one journey.
// Node comes from the registry into the cache of this folder; without it the run reports so.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const NEWEST = '24.21.0'
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache', 'newest-node')
const name = `node-${process.platform}-${process.arch}`
const node = path.join(folder, 'node_modules', name, 'bin', 'node')

if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  const found = spawnSync('npm', ['install', '--silent', '--no-audit', '--no-fund', `${name}@${NEWEST}`], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (found.status !== 0 || !existsSync(node)) {
    process.stdout.write(`SKIPPED: Node ${NEWEST} (${name}) cannot be had from the registry.\n`)
    process.exit(0)
  }
}
const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH']}` }

function run(args) {
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Starts the product as an operator does, checks its health, and ends it. */
async function start() {
  const data = mkdtempSync(path.join(os.tmpdir(), 'samudra-newest-'))
  const child = spawn(node, ['tools/start.mjs', '--port', '0', '--host', '127.0.0.1', '--data', data], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    let said = ''
    const base = await new Promise((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        said += String(chunk)
        const found = /ready: (http:\S+)/.exec(said)
        if (found !== null) resolve(found[1])
      })
      void ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)))
    })
    const { status } = await fetch(`${base}/healthz`)
    if (status !== 200) throw new Error(`/healthz answered ${status}`)
    child.kill('SIGTERM')
    const code = await ended
    if (code !== 0) throw new Error(`the server ended with ${code}`)
    process.stdout.write(`Node ${NEWEST}: started, well, and ended.\n`)
  } finally {
    child.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

await start()
run([
  'tools/tests.mjs',
  'all',
  'server/src/platform/engines',
  'server/src/platform/kernel/http/wire.test.ts',
  'contract/src/wire',
])
run(['tools/e2e.mjs', 'map-keys'])
