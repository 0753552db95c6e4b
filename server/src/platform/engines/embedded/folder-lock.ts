import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, rename, rm, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartFailure, sentenceOf } from '../../kernel/http/errors.ts'
import { readPlainFile } from '../../kernel/files/plain-file.ts'
import { removeSocketFolder } from './socket-folder.ts'

/** Process that holds a data folder. The start time distinguishes it from a later process with the same number. */
type Holder = { pid: number; startedAt: string; socketFolder?: string }

/** Start time of a process that is alive and whose start time the system does not show. */
const UNKNOWN = 'alive'

/** The kernel's start time of a process, or null when it is gone (or is a zombie). */
export function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : fields[19]!
  } catch {
    // Other systems have no such file, and some hide it from other users.
    try {
      process.kill(pid, 0)
      return UNKNOWN
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? UNKNOWN : null
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
  const mine: Holder = { pid: process.pid, startedAt: startTimeOf(process.pid) ?? UNKNOWN }
  const draft = await draftOf(lock, mine)
  try {
    while (!(await isTaken(draft, lock))) {
      const holder = readHolder(lock)
      if (holder !== null && isAlive(holder))
        throw new StartFailure(
          `The data folder ${folder} is in use by process ${holder.pid}. Stop that one, or start with another folder: npm start -- --data DIR`,
        )
      await removeStale(lock)
      if (holder?.socketFolder !== undefined) await removeSocketFolder(holder.socketFolder)
    }
  } finally {
    await unlink(draft)
  }
  return {
    note: async (socketFolder) => rename(await draftOf(lock, { ...mine, socketFolder }), lock),
    release: () => rm(lock, { force: true }),
  }
}

/** Writes a lock beside its place, so that no process reads half of one. */
async function draftOf(lock: string, holder: Holder): Promise<string> {
  const draft = `${lock}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
  return draft
}

const isTaken = (draft: string, lock: string): Promise<boolean> =>
  link(draft, lock).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )

/** Two processes may find the same lock stale: the second finds it gone. */
async function removeStale(lock: string): Promise<void> {
  const stale = `${lock}.stale.${randomBytes(4).toString('hex')}`
  try {
    await rename(lock, stale)
    await unlink(stale)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new StartFailure(
      `The lock ${lock} of a process that ended cannot be removed: ${sentenceOf(error)}. Remove it, then start again.`,
    )
  }
}

/** The folder of the socket of the database that runs on a data folder; null when no process holds the folder. */
export async function runningOn(folder: string): Promise<string | null> {
  const holder = readHolder(path.join(folder, 'samudra.lock'))
  return holder === null || !isAlive(holder) ? null : (holder.socketFolder ?? null)
}

/** A live process counts as the holder unless its start time shows another process. */
function isAlive({ pid, startedAt }: Holder): boolean {
  const now = startTimeOf(pid)
  return now !== null && (now === startedAt || now === UNKNOWN || startedAt === UNKNOWN)
}

/** Returns null for a lock that is missing or names no process. */
function readHolder(lock: string): Holder | null {
  const text = readPlainFile(lock)
  try {
    const { pid, startedAt, socketFolder } = JSON.parse(text ?? '') as Partial<Record<keyof Holder, unknown>>
    if (!Number.isInteger(pid) || Number(pid) < 1) return null
    return {
      pid: Number(pid),
      startedAt: typeof startedAt === 'string' ? startedAt : UNKNOWN,
      ...(typeof socketFolder === 'string' ? { socketFolder } : {}),
    }
  } catch {
    return null
  }
}
