import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { AnswersData } from '../../../past/patterns/room.ts'
import type { UsualVesselsData } from '../../../../sea/usual-vessels.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import type { Forecast } from '../../../chart/weather/room.ts'
import type { Beside, Passed } from '../evaluation/pass.ts'
import type { PastRows } from '../reevaluation/past.ts'
import type { ResultRow } from '../findings/results.sql.ts'
import type { LastTold } from '../evaluation/stage.ts'
import type { WorldData } from '../evaluation/world.ts'

/** The thread that goes through fixes: as built beside the server, or as written. */
export const LOOK_BACK = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../../history-run.main.ts' : './history-run.js',
    import.meta.url,
  ),
)

/** What a thread begins a portion with. */
export type Begin = Pick<Passed, 'by' | 'together'> & {
  rule: EvaluatedRule
  world: Omit<WorldData, 'past'> & { past: PastRows & { corrected: boolean } }
  /** What was usual in the time of all portions; told with the first of them. Null where nobody asks, or it was told. */
  usual: AnswersData | null
  /** Usual numbers of vessels of areas, in the same way. */
  usualVessels: UsualVesselsData | null
  /** What the weather model said in it; as what was usual. */
  forecasts: readonly Forecast[] | null
  beside: Beside
  /** Of a rule of sources who told something before, and since when fixes come, epoch ms. */
  told: { from: number; before: LastTold[] } | null
  runId: string
}
/** What it is told then, and what it answers to each. */
export type Asked = { begin: Begin } | { batch: FixBatch } | { end: { to: number; now: number } }
export type Answer = { taken: true } | { scanned: number; rows: ResultRow[] }

/** So many batches are on their way to it at most. */
const MOST_AHEAD = 3

/** A look back in a thread of its own, so that whoever watches live waits for nothing. */
export class LookBackThread {
  readonly #worker: Worker
  readonly #signal: AbortSignal
  #ahead = 0
  #wake: () => void = () => undefined
  #failed: Error | null = null
  #answer: { scanned: number; rows: ResultRow[] } | null = null

  constructor(program: string, signal: AbortSignal) {
    this.#signal = signal
    this.#worker = new Worker(program, program.endsWith('.ts') ? { execArgv: ['--import', 'tsx'] } : {})
    this.#worker.on('message', (answer: Answer) => {
      if ('taken' in answer) this.#ahead--
      else this.#answer = answer
      this.#wake()
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('the look back ended before it was done')))
    signal.addEventListener('abort', this.#ended)
  }

  readonly #ended = () => this.#fail(new Error('the look back was ended'))
  #fail(error: Error) {
    this.#failed ??= error
    this.#wake()
  }

  /** A portion: what comes next belongs to it. */
  begin(begin: Begin): void {
    this.#answer = null
    this.#worker.postMessage({ begin } satisfies Asked, [])
  }

  /** Hands over a batch, which is not to be used any more; waits while too many are on their way. */
  async take(batch: FixBatch): Promise<void> {
    const buffers = new Set<ArrayBuffer>()
    for (const column of Object.values(batch))
      if (ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer) buffers.add(column.buffer)
    this.#ahead++
    this.#worker.postMessage({ batch } satisfies Asked, [...buffers])
    await this.#until(() => this.#ahead < MOST_AHEAD)
  }

  async end(to: number, now: number): Promise<{ scanned: number; rows: ResultRow[] }> {
    this.#worker.postMessage({ end: { to, now } } satisfies Asked, [])
    await this.#until(() => this.#answer !== null)
    return this.#answer!
  }

  async stop(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#ended)
    await this.#worker.terminate()
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#failed !== null) throw this.#failed
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    if (this.#failed !== null) throw this.#failed
  }
}
