import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Portion } from './recorder.ts'

/** Keeps what an end without the database left, for the next start. */
export async function keepLeft(file: string, portions: Portion[]): Promise<void> {
  const draft = `${file}.part`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(serialize(portions))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

/** Stores what was left, once: what got through before the end after all is found. Returns how many fixes. */
export async function storeLeft(file: string, store: (portion: Portion) => Promise<void>): Promise<number> {
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return 0
  let fixes = 0
  for (const portion of deserialize(bytes) as Portion[]) {
    await store(portion)
    fixes += portion.fixes.count
  }
  await rm(file)
  return fixes
}
