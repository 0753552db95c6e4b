import type { GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl'
import type { ChartTheme } from './chart-style.ts'
import type { Chart } from './chart.ts'
import type { AttachedLayer } from '../workbench/part.ts'

type Data = Exclude<GeoJSONSourceSpecification['data'], string>
export type Painted = Extract<LayerSpecification, { type: 'fill' | 'line' | 'circle' | 'symbol' | 'heatmap' }>
const OPACITIES = {
  fill: ['fill-opacity'],
  line: ['line-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  symbol: ['icon-opacity', 'text-opacity'],
  heatmap: ['heatmap-opacity'],
} as const

/**
 * A layer of GeoJSON features that change as a whole: areas, lines, events. Not for contacts, which are too many.
 * `styled` makes the layers for a theme, each over the source named `id`; opacities they set are scaled.
 */
export function plainLayer(
  chart: Chart,
  id: string,
  styled: (theme: ChartTheme) => readonly Painted[],
  first: ChartTheme,
): AttachedLayer & { set: (data: Data) => void; dress: (theme: ChartTheme) => void } {
  let layers = styled(first)
  let opacity = 1
  chart.addSource(id, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const layer of layers) chart.addLayer(layer)
  const paint = () => {
    for (const layer of layers) {
      if (!chart.getLayer(layer.id)) continue
      for (const [name, value] of Object.entries(layer.paint ?? {}))
        chart.setPaintProperty(layer.id, name as 'line-color', value as string)
      for (const name of OPACITIES[layer.type]) {
        const own = (layer.paint as Record<string, unknown> | undefined)?.[name] ?? 1
        const scaled = typeof own === 'number' ? own * opacity : opacity === 1 ? own : ['*', own, opacity]
        chart.setPaintProperty(layer.id, name as 'line-opacity', scaled as number)
      }
    }
  }
  return {
    ids: () => layers.map((layer) => layer.id),
    show: (isVisible, next) => {
      opacity = next
      paint()
      for (const layer of layers)
        chart.setLayoutProperty(layer.id, 'visibility', isVisible ? 'visible' : 'none')
    },
    dress: (theme) => {
      layers = styled(theme)
      paint()
    },
    set: (data) => {
      const source = chart.getSource(id)
      if (source?.type === 'geojson') (source as unknown as { setData: (data: Data) => void }).setData(data)
    },
    remove: () => {
      for (const layer of layers) if (chart.getLayer(layer.id)) chart.removeLayer(layer.id)
      if (chart.getSource(id)) chart.removeSource(id)
    },
  }
}
