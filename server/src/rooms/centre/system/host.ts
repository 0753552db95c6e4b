import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import os from 'node:os'
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const LAG_RESOLUTION_MS = 10
/** Value that a container without a limit reports as its limit. */
const NO_LIMIT = 2 ** 60
const MEGABYTE = 1024 * 1024

/** Returns a meter of the share of all processors in use since its last reading, in per cent. */
export function cpuMeter(): () => number {
  const read = () =>
    os.cpus().reduce(
      (sum, { times }) => ({
        idle: sum.idle + times.idle,
        all: sum.all + times.user + times.nice + times.sys + times.idle + times.irq,
      }),
      { idle: 0, all: 0 },
    )
  let before = read()
  let last = 0
  return () => {
    const now = read()
    const all = now.all - before.all
    if (all > 0) last = 100 * (1 - (now.idle - before.idle) / all)
    before = now
    return round(last)
  }
}

/** Memory in bytes: that of the container when one limits it, else of the machine without what is only cached. */
export function memory(): { used: number; total: number } {
  const machine = {
    total: os.totalmem(),
    available: numberIn('/proc/meminfo', /MemAvailable:\s+(\d+)/, 1024),
  }
  const limit =
    numberIn('/sys/fs/cgroup/memory.max', /^(\d+)/) ??
    numberIn('/sys/fs/cgroup/memory/memory.limit_in_bytes', /^(\d+)/)
  const inUse =
    numberIn('/sys/fs/cgroup/memory.current', /^(\d+)/) ??
    numberIn('/sys/fs/cgroup/memory/memory.usage_in_bytes', /^(\d+)/)
  if (limit !== null && inUse !== null && limit < Math.min(machine.total, NO_LIMIT)) {
    const cached =
      numberIn('/sys/fs/cgroup/memory.stat', /^inactive_file (\d+)/m) ??
      numberIn('/sys/fs/cgroup/memory/memory.stat', /^total_inactive_file (\d+)/m) ??
      0
    return { used: Math.max(0, inUse - cached), total: limit }
  }
  return { used: machine.total - (machine.available ?? os.freemem()), total: machine.total }
}

function numberIn(file: string, pattern: RegExp, factor = 1): number | null {
  try {
    const found = pattern.exec(readFileSync(file, 'utf8'))
    return found === null ? null : Number(found[1]) * factor
  } catch {
    return null
  }
}

/** The disk a folder lies on, in bytes; `used` counts what an ordinary user cannot have. */
export async function diskOf(folder: string): Promise<{ mount: string; used: number; total: number }> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { mount: folder, used: (blocks - bavail) * bsize, total: blocks * bsize }
}

const megabytes = (bytes: number) => round(bytes / MEGABYTE)

/** Returns the memory of this process in MiB: resident, in the heap, its maximum, and of buffers outside it. */
export function processUse() {
  const { heapUsed, rss, external } = process.memoryUsage()
  return {
    rss_mb: megabytes(rss),
    heap_mb: megabytes(heapUsed),
    heap_limit_mb: megabytes(getHeapStatistics().heap_size_limit),
    external_mb: megabytes(external),
  }
}

/** Returns the resident memory of this process in MiB. */
export const residentMb = () => megabytes(process.memoryUsage.rss())

/** Returns a meter of the delay of the event loop: the 99th percentile since its last reading, in ms. */
export function lagMeter(): { read: () => number; stop: () => void } {
  const histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  histogram.enable()
  return {
    read: () => {
      const delay = histogram.percentile(99) / 1e6 - LAG_RESOLUTION_MS
      histogram.reset()
      return round(Math.max(0, delay))
    },
    stop: () => void histogram.disable(),
  }
}

/** Returns a meter of the bytes that a server sent to all its clients, per second, since its last reading. */
export function outMeter(server: HttpServer, now: () => number): () => number {
  const open = new Set<Socket>()
  let closed = 0
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      closed += socket.bytesWritten
    })
  })
  let before = { bytes: 0, at: now() }
  return () => {
    let bytes = closed
    for (const socket of open) bytes += socket.bytesWritten
    const seconds = (now() - before.at) / 1000
    const rate = seconds > 0 ? (bytes - before.bytes) / seconds : 0
    before = { bytes, at: now() }
    return Math.max(0, Math.round(rate))
  }
}

export const round = (value: number) => Math.round(value * 10) / 10
