// Builds when something changed since the last build, then becomes the server.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const stampFile = path.join(root, 'dist', 'built-from')
const SOURCES = [
  'contract',
  'nautical',
  'rules',
  'server',
  'web',
  'sim',
  'basemap/src',
  'tools',
  'package-lock.json',
]
const SKIPPED = new Set(['node_modules', 'dist', 'tiles'])

function stampOf(folders) {
  const stamp = createHash('sha256')
  const add = (at) => {
    const found = statSync(at)
    if (found.isDirectory()) {
      for (const name of readdirSync(at).sort()) if (!SKIPPED.has(name)) add(path.join(at, name))
    } else stamp.update(`${path.relative(root, at)} ${found.size} ${found.mtimeMs}\n`)
  }
  for (const folder of folders) add(path.join(root, folder))
  return stamp.digest('hex')
}

const wantsHelp = process.argv.includes('--help') || process.argv.includes('-h')
const stamp = stampOf(SOURCES)
const isBuilt = existsSync(stampFile) && (readFileSync(stampFile, 'utf8') === stamp || wantsHelp)
if (!isBuilt) {
  process.stdout.write('Building, which takes about half a minute the first time …\n')
  // In a process of its own: what building needs is given back before the server begins.
  const { status } = spawnSync(process.execPath, [path.join(root, 'tools', 'build.mjs')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}
await import(path.join(root, 'dist', 'server.js'))
