import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { AnswersData } from '../../../past/patterns/room.ts'
import type { UsualVesselsData } from '../../../../sea/usual-vessels.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import type { Forecast } from '../../../chart/weather/room.ts'
import type { Beside, Passed } from '../evaluation/pass.ts'
import type { PastRows } from '../reevaluation/past-changes.ts'
import type { ResultRow } from '../findings/results.sql.ts'
import type { LastReport } from '../evaluation/stage.ts'
import type { WorldData } from '../evaluation/world.ts'

/** The thread that goes through fixes: as built beside the server, or as written. */
export const LOOK_BACK = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../../history-run.main.ts' : './history-run.js',
    import.meta.url,
  ),
)

/** Data with which a thread begins a portion. */
export type Begin = Pick<Passed, 'by' | 'together'> & {
  rule: EvaluatedRule
  world: Omit<WorldData, 'past'> & { past: PastRows & { corrected: boolean } }
  /** Baselines for the time of all portions, sent with the first. Null if not needed, or sent before. */
  usual: AnswersData | null
  /** Usual numbers of vessels of areas, in the same way. */
  usualVessels: UsualVesselsData | null
  /** Weather forecasts for that time, sent like the baselines. */
  forecasts: readonly Forecast[] | null
  beside: Beside
  /** Sources that reported before, for a source rule, and the start of its fixes, epoch ms. */
  reported: { from: number; before: LastReport[] } | null
  runId: string
}
/** Messages to the thread, each with an answer. */
export type Query = { begin: Begin } | { batch: FixBatch } | { end: { to: number; now: number } }
export type Answer = { taken: true } | { scanned: number; rows: ResultRow[] }

/** So many batches are on their way to it at most. */
const MOST_AHEAD = 3

/** Historical run in a separate thread, so that live users do not wait. */
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
    this.#worker.on('exit', () => this.#fail(new Error('the historical run ended early')))
    signal.addEventListener('abort', this.#ended)
  }

  readonly #ended = () => this.#fail(new Error('the historical run was stopped'))
  #fail(error: Error) {
    this.#failed ??= error
    this.#wake()
  }

  /** A portion: what comes next belongs to it. */
  begin(begin: Begin): void {
    this.#answer = null
    this.#worker.postMessage({ begin } satisfies Query, [])
  }

  /** Hands over a batch, which is not to be used any more; waits while too many are on their way. */
  async take(batch: FixBatch): Promise<void> {
    const buffers = new Set<ArrayBuffer>()
    for (const column of Object.values(batch))
      if (ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer) buffers.add(column.buffer)
    this.#ahead++
    this.#worker.postMessage({ batch } satisfies Query, [...buffers])
    await this.#until(() => this.#ahead < MOST_AHEAD)
  }

  async end(to: number, now: number): Promise<{ scanned: number; rows: ResultRow[] }> {
    this.#worker.postMessage({ end: { to, now } } satisfies Query, [])
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
