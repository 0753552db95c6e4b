import { fetchAhead, fetchCode, fetchLate } from '../../kit/pages/fetch-code.ts'
import { toast } from '../../kit/toasts.ts'
import type { AttachedLayer, MapLayer } from '../workbench/part.ts'
import { restack } from '../workbench/workbench.store.ts'

type Attach = MapLayer['attach']

/**
 * Attaches a layer whose code is fetched when it is first shown, or before, while nothing else is to do. One that `mayWait`
 * is not fetched before the first picture stands, though it is shown.
 */
export function attachLater(load: () => Promise<Attach>, { mayWait = false } = {}): Attach {
  fetchAhead(load)
  return (chart, theme) => {
    let layer: AttachedLayer | null = null
    let [worn, isGone, isQuery] = [theme, false, false]
    let shown = { isVisible: true, opacity: 1 }
    const fetch = async () => {
      if (isQuery) return
      isQuery = true
      try {
        const attach = await fetchCode(load)
        if (isGone) return
        layer = attach(chart, worn)
        layer.show(shown.isVisible, shown.opacity)
        restack()
      } catch (error) {
        // The layer is requested again the next time it is shown.
        isQuery = false
        toast((error as Error).message, 'bad')
      }
    }
    return {
      ids: () => layer?.ids() ?? [],
      above: () => layer?.above?.() ?? [],
      show: (isVisible, opacity) => {
        shown = { isVisible, opacity }
        if (layer !== null) layer.show(isVisible, opacity)
        else if (isVisible && mayWait) fetchLate(fetch)
        else if (isVisible) void fetch()
      },
      dress: (next) => {
        worn = next
        layer?.dress?.(next)
      },
      remove: () => {
        isGone = true
        layer?.remove()
      },
    }
  }
}
