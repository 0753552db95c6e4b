import { getReplayChunk, getReplayTracks, type Replay } from '@samudra/contract/replay'
import { clauseCount, useFilter } from '../../../map/filter.store.ts'
import {
  goLive,
  now,
  onInstant,
  setHorizon,
  setKnowledge,
  showPeriod,
  useClock,
} from '../../../time/clock.store.ts'
import { chunkOf, useReplayed, type Replayed } from '../../../time/replayed.ts'
import { call, download, Refused } from '../../../wire/call.ts'
import { useReplay, type ReplayQuery } from './replay.store.ts'

/** While it plays, what is shown in so many seconds of watching is fetched ahead, at least the next chunk. */
const AHEAD_S = 8
const MOST_AHEAD = 4
/** A clock that is set about is followed by stills; the chunk is fetched when it has stood for so long. */
const SETTLED_MS = 250
const AGAIN_MS = 2000

/** Returns the step between fixes; fast replays leave fixes out, as sixty of one vessel in a second are not seen. */
export function stepOf(rate: number): number {
  if (rate <= 120) return 0
  return rate <= 600 ? 60 : 300
}

/** A chunk on its way, or the still `at` an instant of it. */
type Fetching = { n: number; id: string; at: number | undefined; stop: AbortController }

/** Opens replays and keeps the chunks around the instant shown at hand. */
class Feed {
  private query: ReplayQuery | null = null
  private step = 0
  private opened = new Map<number, Replay>()
  private opening: AbortController | null = null
  private fetching: Fetching | null = null
  private settling: ReturnType<typeof setTimeout> | undefined
  private again: ReturnType<typeof setTimeout> | undefined
  private stops: (() => void)[] = []

  begin(request: ReplayQuery, at?: number) {
    const isFirst = this.query === null
    this.forget()
    this.query = request
    useReplay.setState({ query: request, replay: null, fault: null })
    useReplayed.setState({ replayed: null, frame: null })
    showPeriod({ from: request.from, to: request.to }, at)
    this.pushKnowledge()
    if (isFirst)
      this.stops = [
        onInstant(() => this.look()),
        useFilter.subscribe(({ filter }, before) => {
          if (filter !== before.filter) this.reopen()
        }),
      ]
    this.look()
  }

  end() {
    for (const stop of this.stops) stop()
    this.stops = []
    this.forget()
    this.query = null
    useReplay.setState({ query: null, replay: null, fault: null, isFetching: false })
    useReplayed.setState({ replayed: null, frame: null })
    goLive()
  }

  /** Requests again after a fault. */
  retry() {
    clearTimeout(this.again)
    this.again = undefined
    useReplay.setState({ fault: null })
    this.look()
  }

  private forget() {
    clearTimeout(this.settling)
    clearTimeout(this.again)
    this.again = undefined
    this.opening?.abort()
    this.opening = null
    this.fetching?.stop.abort()
    this.fetching = null
    this.opened.clear()
  }

  private reopen() {
    this.forget()
    this.look()
  }

  /** Sees to what is wanted at this instant. */
  private look() {
    const { mode, rate } = useClock.getState()
    if (this.query === null || mode === 'LIVE' || this.again !== undefined) return
    this.pushKnowledge()
    this.step = mode === 'PLAYING' ? stepOf(rate) : 0
    const replay = this.opened.get(this.step)
    if (replay === undefined) {
      if (this.opening === null) void this.open(this.step)
    } else this.fetch(replay, rate)
    this.pushHorizon()
  }

  private async open(step: number) {
    const request = this.query!
    const stop = new AbortController()
    this.opening = stop
    useReplay.setState({ isFetching: true })
    const { filter } = useFilter.getState()
    try {
      const replay = await call(
        getReplayTracks,
        {
          from: new Date(request.from).toISOString(),
          to: new Date(request.to).toISOString(),
          knowledge: request.knowledge,
          step_s: step,
          ...(request.knownBy === null ? {} : { known_by: request.knownBy }),
          ...(request.bbox === null ? {} : { bbox: request.bbox }),
          ...(clauseCount(filter) === 0 ? {} : { filter }),
        },
        { signal: stop.signal },
      )
      if (this.opening !== stop) return
      this.opening = null
      this.opened.set(step, replay)
      // Further steps, and the link, are of the same knowledge.
      this.query = { ...request, knownBy: replay.known_by, to: Date.parse(replay.to) }
      // What lies in the future was cut off.
      if (this.query.to < request.to) showPeriod(this.query, now())
      useReplay.setState({ replay, query: this.query, fault: null })
      this.look()
    } catch (error) {
      if (this.opening !== stop) return
      this.opening = null
      this.failed(error)
    }
  }

  private fetch(replay: Replay, rate: number) {
    const isPlaying = useClock.getState().mode === 'PLAYING'
    const wanted = wantedChunks(replay, rate, isPlaying)
    const held = this.saved(replay, wanted)
    const at = Math.round(now())
    const { fetching } = this
    const isWanted = (one: Fetching) =>
      one.id === replay.replay_id && wanted.includes(one.n) && (isPlaying || (one.at ?? at) === at)
    if (fetching !== null && !isWanted(fetching)) {
      fetching.stop.abort()
      this.fetching = null
    }
    const next = wanted.find((n) => !held.has(n))
    const isWaiting = next !== undefined && next === wanted[0]
    useReplay.setState({ isFetching: isWaiting })
    clearTimeout(this.settling)
    if (this.fetching !== null || next === undefined) return
    if (isWaiting && !hasStill(replay, at, isPlaying)) void this.fetchChunk(replay, next, at)
    else if (!isWaiting || isPlaying) void this.fetchChunk(replay, next)
    else this.settling = setTimeout(() => void this.fetchChunk(replay, next), SETTLED_MS)
  }

  /** The chunks at hand, of which those far from the instant are let go. */
  private saved(replay: Replay, wanted: number[]): Replayed['chunks'] {
    const { replayed } = useReplayed.getState()
    if (replayed?.id !== replay.replay_id) return new Map()
    const near = new Set([wanted[0]! - 1, ...wanted])
    const far = [...replayed.chunks.keys()].filter((n) => !near.has(n))
    if (far.length === 0) return replayed.chunks
    const chunks = new Map([...replayed.chunks].filter(([n]) => near.has(n)))
    useReplayed.setState({ replayed: { ...replayed, chunks } })
    return chunks
  }

  private async fetchChunk(replay: Replay, n: number, at?: number) {
    const stop = new AbortController()
    const fetching = { n, id: replay.replay_id, at, stop }
    this.fetching = fetching
    const request = {
      id: replay.replay_id,
      n,
      ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
    }
    try {
      const { bytes } = await download(getReplayChunk, request, { signal: stop.signal })
      if (this.fetching !== fetching) return
      this.fetching = null
      const { replayed } = useReplayed.getState()
      const head = headOf(replay)
      const { chunks, still } = replayed?.id === head.id ? replayed : NOTHING
      useReplayed.setState({
        replayed:
          at === undefined
            ? { ...head, chunks: new Map([...chunks, [n, bytes]]), still }
            : { ...head, chunks, still: { at, bytes } },
      })
      useReplay.setState({ fault: null })
      this.look()
    } catch (error) {
      if (this.fetching !== fetching) return
      this.fetching = null
      // The server restarted, or no one watched for an hour, so it is opened again as before.
      if (error instanceof Refused && error.code === 'NOT_FOUND') this.opened.clear()
      this.failed(error)
    }
  }

  private failed(error: unknown) {
    const isLasting = error instanceof Refused && !['NOT_FOUND', 'RATE_LIMIT'].includes(error.code)
    useReplay.setState({ isFetching: false, fault: (error as Error).message })
    if (isLasting) return
    this.again = setTimeout(() => this.retry(), AGAIN_MS)
  }

  /** Pushes how far the clock may run: to the end of the available chunks without a gap. */
  private pushHorizon() {
    const { replayed } = useReplayed.getState()
    const at = now()
    if (replayed === null || useClock.getState().mode !== 'PLAYING') return
    let n = chunkOf(replayed, at)
    while (replayed.chunks.has(n)) n++
    const end = Math.min(replayed.to, replayed.from + n * replayed.chunkMs)
    setHorizon(end <= at && at < replayed.to ? at : end)
  }

  /** Sets the state of knowledge, so that user-edited objects are read as of their last change before the instant. */
  private pushKnowledge() {
    const { replay } = useReplay.getState()
    const { query: request } = this
    if (request === null) return
    const notify = (asOf: string | undefined) => {
      const reported = useClock.getState()
      if (reported.asOf !== asOf || reported.knowledge !== request.knowledge)
        setKnowledge(request.knowledge, asOf)
    }
    if (request.knowledge === 'CORRECTED') return notify(undefined)
    const at = now()
    const begin = new Date(request.from).toISOString()
    const last = replay?.changes.findLast((change) => Date.parse(change) <= at) ?? begin
    notify(last)
  }
}

const NOTHING: Pick<Replayed, 'chunks' | 'still'> = { chunks: new Map(), still: null }

/** Returns true if the instant is shown already; while playing, if that was tried for its chunk. */
function hasStill(replay: Replay, at: number, isPlaying: boolean): boolean {
  const { replayed } = useReplayed.getState()
  if (replayed?.id !== replay.replay_id || replayed.still === null) return false
  const { still } = replayed
  return isPlaying ? chunkOf(replayed, still.at) === chunkOf(replayed, at) : still.at === at
}

const headOf = ({ replay_id, from, to, manifest }: Replay) => ({
  id: replay_id,
  from: Date.parse(from),
  to: Date.parse(to),
  chunkMs: manifest.chunk_s * 1000,
})

/** The chunk of the instant, and those that follow it while it plays. */
function wantedChunks(replay: Replay, rate: number, isPlaying: boolean): number[] {
  const head = headOf(replay)
  const first = chunkOf(head, now())
  // A clock that stands may be set anywhere next.
  const ahead = isPlaying ? Math.min(MOST_AHEAD, Math.ceil((AHEAD_S * 1000 * rate) / head.chunkMs)) : 0
  const last = Math.min(replay.manifest.frames - 1, first + ahead)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

const feed = new Feed()
export const openReplay = (request: ReplayQuery, at?: number) => feed.begin(request, at)
export const closeReplay = () => feed.end()
export const retryReplay = () => feed.retry()
