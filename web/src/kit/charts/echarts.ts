import { BarChart, HeatmapChart, LineChart, SankeyChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  MarkLineComponent,
  ToolboxComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { init, use, type ComposeOption, type ECharts } from 'echarts/core'
import type {
  BarSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  SankeySeriesOption,
} from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'

use([
  BarChart,
  HeatmapChart,
  LineChart,
  SankeyChart,
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  MarkLineComponent,
  ToolboxComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
  SVGRenderer,
])

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | SankeySeriesOption
  | GridComponentOption
  | TooltipComponentOption
>
export type { ECharts }

/** Draws on an element as vectors, which are sharp on a wall and are saved as they stand. */
export const drawOn = (element: HTMLElement): ECharts => init(element, null, { renderer: 'svg' })

/** Draws on an element as pixels: curves that grow by the second cost less than as vectors. */
export const drawCurvesOn = (element: HTMLElement): ECharts => init(element, null, { renderer: 'canvas' })

/** Returns an SVG document of a chart at its size on the screen. */
export const svgOf = (chart: ECharts): string => chart.renderToSVGString()

/** Returns a PNG of a chart at twice its size on the screen, on a ground of one colour. */
export async function pngOf(chart: ECharts, ground: string): Promise<Uint8Array<ArrayBuffer>> {
  const element = document.createElement('div')
  const size = { width: chart.getWidth(), height: chart.getHeight() }
  const copy = init(element, null, { renderer: 'canvas', devicePixelRatio: 2, ...size })
  copy.setOption({ ...chart.getOption(), animation: false, backgroundColor: ground })
  const canvas = copy.renderToCanvas({ pixelRatio: 2, backgroundColor: ground })
  copy.dispose()
  // The policy of the page lets nothing fetch an address of data.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob === null) throw new Error('This browser cannot save the chart as PNG. Save it as SVG.')
  return new Uint8Array(await blob.arrayBuffer())
}
