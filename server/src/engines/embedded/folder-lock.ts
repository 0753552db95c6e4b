import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '../../kernel/errors.ts'
import { removeSocketFolder } from './socket-folder.ts'

/** Who holds a data folder. The start time tells a process from a later one with the same number. */
type Holder = { pid: number; startedAt: string; socketFolder?: string }

/** The kernel's start time of a process, or null when it is gone (or is a zombie). */
export function startTimeOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return fields[0] === 'Z' ? null : fields[19]!
  } catch {
    if (process.platform === 'linux') return null
    try {
      process.kill(pid, 0)
      return 'alive'
    } catch {
      return null
    }
  }
}

/**
 * Takes a data folder for this process. A second process gets a clear refusal; a folder whose holder died
 * is taken over, and what the dead one left in the temp folder is removed.
 */
export async function lockFolder(
  folder: string,
): Promise<{ note(socketFolder: string): Promise<void>; release(): Promise<void> }> {
  const lock = path.join(folder, 'samudra.lock')
  const mine: Holder = { pid: process.pid, startedAt: startTimeOf(process.pid)! }
  const draft = `${lock}.${process.pid}`
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let attempt = 0; ; attempt++) {
      const taken = await link(draft, lock).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
          return false
        },
      )
      if (taken) break
      const holder = await readHolder(lock)
      if (holder && startTimeOf(holder.pid) === holder.startedAt && attempt < 20)
        throw new StartFailure(
          `The data folder ${folder} is in use by process ${holder.pid}. Stop that one, or start with another folder: npm start -- --data DIR`,
        )
      const stale = `${lock}.stale.${process.pid}`
      await rename(lock, stale).catch(() => undefined)
      await rm(stale, { force: true })
      if (typeof holder?.socketFolder === 'string') await removeSocketFolder(holder.socketFolder)
    }
  } finally {
    await unlink(draft)
  }
  return {
    note: (socketFolder) => writeFile(lock, JSON.stringify({ ...mine, socketFolder })),
    release: () => rm(lock, { force: true }),
  }
}

/** The folder of the socket of the database that runs on a data folder; null when nobody does. */
export async function runningOn(folder: string): Promise<string | null> {
  const holder = await readHolder(path.join(folder, 'samudra.lock'))
  if (holder === null || startTimeOf(holder.pid) !== holder.startedAt) return null
  return typeof holder.socketFolder === 'string' ? holder.socketFolder : null
}

async function readHolder(lock: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(lock, 'utf8')) as Holder
  } catch {
    return null
  }
}
