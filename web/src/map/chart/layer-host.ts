import type { ChartTheme } from './chart-style.ts'
import type { Chart } from './chart.ts'
import { pushOf } from '../DrawingTooltip.tsx'
import type { AttachedLayer, MapLayer } from '../workbench/part.ts'
import { knowLayers, useWorkbench, type LayerChoice } from '../workbench/workbench.store.ts'

/** Layers of the rooms lie under the names of the chart, or above everything when they say so. */
const FIRST_NAME = 'grid-label'

/** Returns how a layer is shown now: as chosen, otherwise as its room defined it. */
export function shownAs(layer: MapLayer, chosen: LayerChoice | undefined): LayerChoice {
  return chosen ?? { visible: layer.isOn, opacity: layer.opacity ?? 1 }
}

/** Returns all layers from the lowest up: moved layers in the user's order, the others where their room put them. */
export function inOrder(layers: readonly MapLayer[], order: readonly string[]): MapLayer[] {
  const moved = order.flatMap((id) => layers.find((layer) => layer.id === id) ?? [])
  let next = 0
  return layers.map((layer) => (order.includes(layer.id) ? moved[next++]! : layer))
}

/**
 * Host that attaches the layers of the rooms to a chart and keeps their visibility, style and order as the store
 * specifies.
 */
export class LayerHost {
  readonly #chart: Chart
  readonly #layers: readonly MapLayer[]
  readonly #attached = new Map<string, AttachedLayer>()
  readonly #stop: () => void
  readonly #untell: (() => void)[] = []
  #theme: ChartTheme
  #shown = new Map<string, string>()

  /** `chart` has its style. */
  constructor(chart: Chart, layers: readonly MapLayer[], theme: ChartTheme) {
    this.#chart = chart
    this.#layers = layers
    knowLayers(layers.map(({ id }) => id))
    this.#theme = theme
    this.#stop = useWorkbench.subscribe((state, before) => {
      if (state.layers !== before.layers) this.#show()
      if (state.layers !== before.layers || state.order !== before.order) this.#stack()
    })
    this.#show()
    this.#stack()
  }

  dress(theme: ChartTheme) {
    this.#theme = theme
    for (const attached of this.#attached.values()) attached.dress?.(theme)
  }

  remove() {
    this.#stop()
    for (const untell of this.#untell) untell()
    for (const attached of this.#attached.values()) attached.remove()
    this.#attached.clear()
  }

  #show() {
    const chosen = useWorkbench.getState().layers
    for (const layer of this.#layers) {
      const choice = shownAs(layer, chosen[layer.id])
      const text = `${choice.visible} ${choice.opacity}`
      if (this.#shown.get(layer.id) === text) continue
      this.#shown.set(layer.id, text)
      let attached = this.#attached.get(layer.id)
      if (attached === undefined) {
        if (!choice.visible) continue
        attached = layer.attach(this.#chart, this.#theme)
        this.#attached.set(layer.id, attached)
        const { recordOf } = layer
        if (recordOf !== undefined) this.#untell.push(pushOf({ ids: attached.ids, recordOf }))
      }
      attached.show(choice.visible, choice.opacity)
    }
  }

  #stack() {
    const sorted = inOrder(this.#layers, useWorkbench.getState().order)
    for (const layer of sorted) {
      const attached = this.#attached.get(layer.id)
      if (attached === undefined) continue
      const below = layer.isAbove === true ? undefined : FIRST_NAME
      for (const id of attached.ids()) if (this.#chart.getLayer(id)) this.#chart.moveLayer(id, below)
    }
    for (const attached of this.#attached.values())
      for (const id of attached.above?.() ?? []) if (this.#chart.getLayer(id)) this.#chart.moveLayer(id)
  }
}
