import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connector, FeedAddress, FeedEnd, Site } from '../reading/connector.ts'
import { timeOfLine } from '../reading/line-time.ts'
import type { Reach } from '../../../../platform/kernel/http/allowed-addresses.ts'

/** A pause of a recording is never played longer than this. */
const LONGEST_WAIT_MS = 60_000
/** No sentence is longer than this. */
const LONGEST_LINE = 4096

/**
 * A recording, played once or (`loop`) again and again. `speed` 1 plays in true time, by tag-block times or
 * else by the UTC of base stations (type 4); 0 plays as fast as it goes.
 */
class Recording implements Connector {
  readonly #path: string
  readonly #reach: Reach
  readonly #speed: number
  readonly #loop: boolean
  readonly #end: FeedEnd
  readonly #stop = new AbortController()
  #done: Promise<void> | undefined
  /** Set while the server cannot keep up. */
  #waiting: Promise<void> | undefined
  #goOn: (() => void) | undefined

  constructor(feed: FeedAddress, end: FeedEnd, site: Site) {
    this.#reach = site.reach
    this.#path = feed.address
    this.#speed = Number(feed.options['speed'] ?? 1)
    this.#loop = feed.options['loop'] === true
    this.#end = end
  }

  start() {
    this.#done = this.#run().then(
      () => this.#end.closed('the file has ended'),
      (error: Error) => this.#end.closed(this.#stop.signal.aborted ? null : error.message),
    )
  }
  async stop() {
    this.#stop.abort()
    this.resume()
    await this.#done
  }
  pause() {
    this.#waiting ??= new Promise((resolve) => (this.#goOn = resolve))
  }
  resume() {
    this.#goOn?.()
    this.#goOn = this.#waiting = undefined
  }

  async #run() {
    do await this.#play()
    while (this.#loop && !this.#stop.signal.aborted)
  }

  async #play() {
    const file = await open(await this.#reach.file(this.#path))
    const line = this.#end.line()
    const { signal } = this.#stop
    this.#end.opened()
    let recordedAt: number | null = null
    try {
      for await (const text of lineGroups(file.createReadStream({ signal }))) {
        const at = this.#speed > 0 ? timeOfLine(text) : null
        if (at !== null && recordedAt !== null && at > recordedAt)
          await sleep(Math.min((at - recordedAt) / this.#speed, LONGEST_WAIT_MS), undefined, { signal })
        if (at !== null) recordedAt = Math.max(at, recordedAt ?? at)
        if (this.#waiting !== undefined) await this.#waiting
        line.bytes(Buffer.from(text, 'latin1'))
      }
    } finally {
      line.close()
      await file.close()
    }
  }
}

/**
 * Yields the text of a file, cut before every line with a time and at most one stream chunk long. A file without line
 * ends thus costs no more memory than any other.
 */
async function* lineGroups(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held = ''
  for await (const chunk of chunks) {
    held += chunk.toString('latin1')
    let group = 0
    let from = 0
    for (let end = held.indexOf('\n'); end >= 0; end = held.indexOf('\n', from)) {
      if (from > group && timeOfLine(held.slice(from, end)) !== null) {
        yield held.slice(group, from)
        group = from
      }
      from = end + 1
    }
    if (from > group) yield held.slice(group, from)
    held = held.slice(from)
    if (held.length > LONGEST_LINE) {
      yield held
      held = ''
    }
  }
  if (held !== '') yield `${held}\n`
}

export const nmeaFile = (feed: FeedAddress, end: FeedEnd, site: Site): Connector =>
  new Recording(feed, end, site)
