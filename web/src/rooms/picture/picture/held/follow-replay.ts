import { now, onInstant, useClock } from '../../../../time/clock.store.ts'
import { chunkOf, useReplayed, type Replayed } from '../../../../time/replayed.ts'
import type { ToWorker } from './worker-words.ts'

/** Speed from which every frame of the screen is reported, because a tenth of a second is minutes of replay. */
const FAST = 300
const isFast = () => {
  const { mode, rate } = useClock.getState()
  return mode === 'PLAYING' && rate >= FAST
}

const NO_CHUNKS: Replayed['chunks'] = new Map()

/**
 * Hands the worker what is replayed, and the instant to show; `redraw` is called when the instant changed and what it
 * shows is at hand. Until then the chart stays as it is: a frame of the chart takes time that the answer needs.
 */
export function followReplay(say: (message: ToWorker) => void, redraw: () => void): () => void {
  let sent: Replayed | null = null
  const show = () => {
    if (sent !== null) say({ say: 'instant', at: now(), isStanding: useClock.getState().mode === 'FIXED' })
  }
  const notify = () => {
    if (sent === null || isAtHand(sent, now())) redraw()
    show()
  }
  const follow = () => {
    const { replayed } = useReplayed.getState()
    if (replayed === sent) return
    const isSame = replayed !== null && replayed.id === sent?.id
    const before = isSame ? (sent?.chunks ?? NO_CHUNKS) : NO_CHUNKS
    if (!isSame) say({ say: 'replay', replay: replayed === null ? null : headOf(replayed) })
    const chunks = replayed?.chunks ?? NO_CHUNKS
    for (const n of before.keys()) if (!chunks.has(n)) say({ say: 'chunk', n, bytes: null })
    for (const [n, bytes] of chunks) if (before.get(n) !== bytes) say({ say: 'chunk', n, bytes })
    const still = replayed?.still ?? null
    if (still !== null && still !== sent?.still) say({ say: 'still', ...still })
    sent = replayed
    // Changes are drawn when the worker reports them.
    show()
  }
  let frame = 0
  const race = () => {
    notify()
    frame = isFast() ? requestAnimationFrame(race) : 0
  }
  follow()
  const stops = [
    useReplayed.subscribe(follow),
    onInstant(() => {
      if (frame !== 0) return
      if (isFast()) frame = requestAnimationFrame(race)
      else notify()
    }),
    () => cancelAnimationFrame(frame),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const isAtHand = (replayed: Replayed, at: number) =>
  replayed.chunks.has(chunkOf(replayed, at)) || replayed.still?.at === Math.round(at)

const headOf = ({ id, from, to, chunkMs }: Replayed) => ({ id, from, to, chunkMs })
