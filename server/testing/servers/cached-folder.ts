import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')
const CACHE = path.join(root, '.cache')
/** Age at which a folder that no run uses is removed. */
const UNUSED_MS = 24 * 3_600_000

/**
 * Returns a folder of the cache that `make` fills, once for each content of its sources: files and folders below the root.
 * Runs share it, so none changes it.
 */
export async function cachedFolder(
  name: string,
  sources: readonly string[],
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = path.join(CACHE, `${name}-${hashOf(sources)}`)
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true })
    const draft = mkdtempSync(path.join(CACHE, `${name}-draft-`))
    try {
      await make(draft)
      renameSync(draft, folder)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      // Another run was faster.
      if (!existsSync(folder)) throw error
    }
  }
  utimesSync(folder, new Date(), new Date())
  removeUnused(name)
  return folder
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf))
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

function filesOf(source: string): string[] {
  const at = path.join(root, source)
  if (!statSync(at).isDirectory()) return [source]
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

function removeUnused(name: string) {
  for (const entry of readdirSync(CACHE).filter((one) => one.startsWith(`${name}-`))) {
    const at = path.join(CACHE, entry)
    const age = Date.now() - (statSync(at, { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
    if (age > UNUSED_MS) rmSync(at, { recursive: true, force: true })
  }
}
