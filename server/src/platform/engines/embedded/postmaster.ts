import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../../kernel/http/errors.ts'
import { readPlainFile } from '../../kernel/files/plain-file.ts'
import { startTimeOf } from './folder-lock.ts'

/** Fast shutdown first, then immediate, and how many seconds each is given. */
const ENDINGS = [
  ['SIGINT', 20],
  ['SIGQUIT', 10],
] as const

/**
 * Ends an engine that outlived the process that started it, because a second one would be refused. This process has
 * already locked the folder, so no other process uses it.
 */
export async function endLeftover(folder: string): Promise<void> {
  const file = path.join(folder, 'postmaster.pid')
  const text = readPlainFile(file)
  if (text === null) return
  const pid = Number(text.split('\n')[0])
  const isNumber = Number.isInteger(pid) && pid > 1
  if (!isNumber || (startTimeOf(pid) !== null && !isEngineOf(pid, folder))) return markStale(file, text)
  for (const [signal, seconds] of ENDINGS) {
    for (let waited = 0; waited < seconds * 20; waited++) {
      if (startTimeOf(pid) === null) return
      if (waited === 0) process.kill(pid, signal)
      await sleep(50)
    }
  }
  throw new StartFailure(
    `A database process (${pid}) of an earlier start does not end. End it, then start again.`,
  )
}

/**
 * Puts this process in the place of a number that is not of an engine. PostgreSQL takes its parent for no engine, and
 * still reads the shared memory in the rest of the file, which shows orphans of an engine that was killed.
 */
function markStale(file: string, text: string): void {
  const [, ...rest] = text.split('\n')
  writeFileSync(file, [process.pid, ...rest, ...(rest.length === 0 ? [''] : [])].join('\n'))
}

/** A number in postmaster.pid may by now belong to another program, another PostgreSQL too. */
function isEngineOf(pid: number, folder: string): boolean {
  const { program, line } = commandOf(pid)
  if (path.basename(program) !== 'postgres') return false
  return line.includes(` -D ${folder} `) || workFolderOf(pid) === realpathSync(folder)
}

/** The command of a process; empty where the system does not show it. */
function commandOf(pid: number): { program: string; line: string } {
  const ps = (field: string) =>
    execFileSync('ps', ['-ww', '-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  try {
    if (process.platform !== 'linux') return { program: ps('comm'), line: ps('args') }
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { program: words[0]!, line: words.join(' ') }
  } catch {
    return { program: '', line: '' }
  }
}

function workFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
