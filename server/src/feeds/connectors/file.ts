import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { timeOfLine } from '../line-time.ts'
import type { ConnectorFactory, Line } from '../connector.ts'

/** A pause of a recording is never played longer than this. */
const LONGEST_WAIT_MS = 60_000
/** Lines handed over at once when there is nothing to wait for. */
const BLOCK = 500

/**
 * A recording, played once or (`loop`) again and again. `speed` 1 plays in true time, by tag-block times or
 * else by the UTC of base stations (type 4); 0 plays as fast as it goes.
 */
export const nmeaFile: ConnectorFactory = (feed, end) => {
  const speed = Number(feed.options['speed'] ?? 1)
  const loop = feed.options['loop'] === true
  const stop = new AbortController()
  let resume: (() => void) | undefined
  let waiting: Promise<void> | undefined
  let line: Line | undefined
  let done: Promise<void> | undefined

  async function play() {
    const file = await open(feed.address)
    line = end.line()
    end.opened()
    let recordedAt: number | null = null
    let block: string[] = []
    const hand = async () => {
      while (waiting !== undefined) await waiting
      line?.bytes(Buffer.from(block.join('')))
      block = []
      await sleep(0)
    }
    try {
      for await (const text of createInterface({ input: file.createReadStream({ signal: stop.signal }) })) {
        const at = speed > 0 ? timeOfLine(text) : null
        if (at !== null && recordedAt !== null && at > recordedAt) {
          await hand()
          await sleep(Math.min((at - recordedAt) / speed, LONGEST_WAIT_MS), undefined, {
            signal: stop.signal,
          })
        }
        if (at !== null) recordedAt = Math.max(at, recordedAt ?? at)
        block.push(`${text}\n`)
        if (block.length === BLOCK) await hand()
      }
      await hand()
    } finally {
      line.close()
      await file.close()
    }
  }

  async function run() {
    do await play()
    while (loop && !stop.signal.aborted)
  }

  return {
    start: () => {
      done = run().then(
        () => end.closed('the file has been played to its end'),
        (error: Error) => end.closed(stop.signal.aborted ? null : error.message),
      )
    },
    stop: async () => {
      stop.abort()
      resume?.()
      await done
    },
    pause: () => {
      waiting ??= new Promise((resolve) => (resume = resolve))
    },
    resume: () => {
      resume?.()
      resume = waiting = undefined
    },
  }
}
