import { toast } from '../../../kit/toasts.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'

type Data = Parameters<ReturnType<typeof plainLayer>['set']>[0]

/**
 * Creates a layer whose features are fetched repeatedly while it is shown. A failure leaves the drawing and is
 * reported once.
 */
export function liveLayer(
  chart: Chart,
  theme: ChartTheme,
  options: {
    id: string
    styled: (theme: ChartTheme) => Painted[]
    fetch: () => Promise<Data>
    everyMs: number
  },
): AttachedLayer {
  const layer = plainLayer(chart, options.id, options.styled, theme)
  let isShown = false
  let isFailing = false
  let requests = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    clearTimeout(timer)
    if (!isShown) return
    const mine = ++requests
    options.fetch().then(
      (data) => {
        isFailing = false
        if (mine === requests && isShown) layer.set(data)
      },
      (error: Error) => {
        if (!isFailing) toast(error.message, 'bad')
        isFailing = true
      },
    )
    timer = setTimeout(read, options.everyMs)
  }
  return {
    ...layer,
    show: (visible, opacity) => {
      layer.show(visible, opacity)
      const isNew = visible && !isShown
      isShown = visible
      if (isNew) read()
      if (!visible) clearTimeout(timer)
    },
    remove: () => {
      isShown = false
      clearTimeout(timer)
      layer.remove()
    },
  }
}
