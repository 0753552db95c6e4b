import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Portion } from './recorder.ts'

/**
 * Stores what an end without the database left, for the next start, beside what an earlier end left and no start could
 * store.
 */
export async function keepLeft(file: string, portions: Portion[]): Promise<void> {
  const draft = `${file}.part`
  // What cannot be read is not written over.
  const before = await leftIn(file).catch(async () => (await rename(file, `${file}.damaged`), []))
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(serialize([...before, ...portions]))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

/** Stores what was left, once: what got through before the end after all is found. Returns how many fixes. */
export async function storeLeft(file: string, store: (portion: Portion) => Promise<void>): Promise<number> {
  let fixes = 0
  for (const portion of await leftIn(file)) {
    await store(portion)
    fixes += portion.fixes.count
  }
  await rm(file, { force: true })
  return fixes
}

async function leftIn(file: string): Promise<Portion[]> {
  const bytes = await readFile(file).catch(() => null)
  return bytes === null ? [] : (deserialize(bytes) as Portion[])
}
