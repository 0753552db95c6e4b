import { readFileSync, readdirSync } from 'node:fs'

/** Clock ticks a second in /proc on every Linux we run on. */
const TICKS = 100

type Stat = { pid: number; parent: number; own: number; ofEnded: number }

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold blanks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (n: number) => Number(fields[n - 3])
    return { pid, parent: at(4), own: (at(14) + at(15)) / TICKS, ofEnded: (at(16) + at(17)) / TICKS }
  } catch {
    return null
  }
}

/** CPU seconds a process has used so far. */
export const cpuSecondsOf = (pid: number): number => statOf(pid)?.own ?? 0

/** CPU seconds of all that descends from a process, without itself: an engine with its sessions. */
export function cpuSecondsBelow(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((one) => one !== null)
  let sum = 0
  const add = (parent: number) => {
    for (const one of all)
      if (one.parent === parent) {
        sum += one.own + one.ofEnded
        add(one.pid)
      }
  }
  add(pid)
  return sum
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) / 1024
}
