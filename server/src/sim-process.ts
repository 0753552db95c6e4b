import type { FeedKind, FeedStation } from '@samudra/contract/feeds'
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { ConfiguredFeed } from './rooms/picture/feeds/feed-url.ts'
import { StartFailure } from './platform/kernel/http/errors.ts'

/** `weather` is the address of the files of its weather, as `--weather` takes it. */
export type SimulatedSea = { feeds: ConfiguredFeed[]; weather: string; stop(): Promise<void> }

type ReadyLine = {
  weather: string
  feeds: {
    source: string
    kind: FeedKind
    name: string
    port: number
    priority: number
    trust: number
    expectedIntervalS: number
    stations: FeedStation[]
  }[]
}

const START_MS = 60_000

/** Starts the simulated sea as a process of its own and returns its feeds; it ends with this process. */
export async function startSim(
  program: string,
  options: { scenario: string; seed: number; speed: number },
  nodeArgs: string[] = [],
): Promise<SimulatedSea> {
  const args = [
    '--scenario',
    options.scenario,
    '--seed',
    String(options.seed),
    '--speed',
    String(options.speed),
  ]
  const child = spawn(process.execPath, [...nodeArgs, program, ...args, '--port-base', '0'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ready = await readyLine(child, options.scenario)
  return {
    feeds: ready.feeds.map((feed) => ({
      name: feed.name,
      kind: feed.kind,
      address: `127.0.0.1:${feed.port}`,
      source: feed.source,
      priority: feed.priority,
      trust: feed.trust,
      expectedIntervalS: feed.expectedIntervalS,
      // A sea that runs faster than the clock is ahead of it: then only the time of arrival can be believed.
      options: options.speed > 1 ? { time: 'received' } : {},
      stations: feed.stations,
      secret: null,
    })),
    weather: ready.weather,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function readyLine(child: ChildProcess, scenario: string): Promise<ReadyLine> {
  const fault = (why: string) => new StartFailure(`The simulated sea (${scenario}) does not start: ${why}`)
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(fault('it took longer than a minute'))
    }, START_MS)
    child.once('error', (error) => reject(fault(error.message)))
    child.once('close', (code) => reject(fault(`it ended with ${code}; see the line above`)))
    createInterface({ input: child.stdout! }).once('line', (line) => {
      clearTimeout(late)
      try {
        resolve(JSON.parse(line) as ReadyLine)
      } catch {
        reject(fault(line))
      }
    })
  })
}
