import { toast } from '../../../kit/toasts.ts'
import { useClock } from '../../../time/clock.store.ts'
import { useHeat, type HeatQuery } from './heat.store.ts'

const NOW_EVERY_MS = 10_000
const PERIOD_EVERY_MS = 60_000
/** Movements of the chart and of the clock come to rest first. */
const SETTLE_MS = 350
/** A playing clock shows another hour a second; it is followed in steps. */
const PLAYING_MS = 4000

/** Queries repeatedly while the layer is shown; a failure leaves the drawing and is reported once. */
export class HeatReading<Data> {
  private readonly ask: (request: HeatQuery, signal: AbortSignal) => Promise<Data>
  private readonly draw: (data: Data) => void
  private isShown = false
  private running: AbortController | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(ask: (request: HeatQuery, signal: AbortSignal) => Promise<Data>, draw: (data: Data) => void) {
    this.ask = ask
    this.draw = draw
  }

  show(isShown: boolean) {
    const isNew = isShown && !this.isShown
    this.isShown = isShown
    if (isNew) this.read()
    if (isShown) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.running?.abort()
  }

  soon(ms = SETTLE_MS) {
    clearTimeout(this.timer)
    this.timer = this.isShown ? setTimeout(() => this.read(), ms) : undefined
  }

  private read() {
    clearTimeout(this.timer)
    this.timer = undefined
    this.running?.abort()
    const stop = new AbortController()
    this.running = stop
    const { query: request } = useHeat.getState()
    useHeat.setState({ isLoading: true })
    const isNow = request.period === 'now'
    this.ask(request, stop.signal).then(
      (data) => {
        if (stop.signal.aborted) return
        this.draw(data)
        useHeat.setState({ isLoading: false, error: null })
        this.again(isNow)
      },
      (error: Error) => {
        if (stop.signal.aborted) return
        if (useHeat.getState().error !== error.message) toast(error.message, 'bad')
        useHeat.setState({ isLoading: false, error: error.message })
        this.again(isNow)
      },
    )
  }

  /** A clock that stands shows the same until it is moved. */
  private again(isNow: boolean) {
    // Another query was scheduled meanwhile.
    if (this.timer !== undefined) return
    const { mode } = useClock.getState()
    if (isNow) this.soon(NOW_EVERY_MS)
    else if (mode !== 'FIXED') this.soon(mode === 'PLAYING' ? PLAYING_MS : PERIOD_EVERY_MS)
  }
}
