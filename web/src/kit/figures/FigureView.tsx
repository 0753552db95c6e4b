import type { Figure } from '@samudra/contract/figures'
import { instantOf } from '@samudra/nautical/instant'
import { useCallback, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Chart } from '../charts/Chart.tsx'
import type { ChartGround } from '../charts/figure-colours.ts'
import type { ECharts } from '../charts/echarts.ts'
import { useSettings } from '../settings.ts'
import { whenText, type ZoneName } from '../text/when-text.ts'
import { usePalette, type Palette } from '../theme/colour-palette.ts'
import { setLegend, useAnalytics, useHidden } from './analytics.store.ts'
import { FigureTable } from './FigureTable.tsx'
import { barOption, heatOption, seriesOption, sparkOption } from './figure-option.ts'
import { Legend } from './FigureLegend.tsx'
import { NumberLine } from './NumberLine.tsx'
import './figures.css'

/** Looks of a figure. */
export type FigureLook = 'number' | 'line' | 'bar' | 'stack' | 'heat' | 'table'
type ViewProps = {
  id: string
  look: FigureLook
  figure: Figure
  onDrawn?: ((chart: ECharts | null) => void) | undefined
  onBrush?: ((from: number, to: number) => void) | undefined
}

/** Shifts instants so that axes in UTC show the clock of the user. */
function useShownTime() {
  const zone = useSettings((settings) => settings['datetime.zone'])
  return useMemo(() => (at: number) => clockOf(at, zone), [zone])
}
export const clockOf = (at: number, zone: ZoneName): number =>
  instantOf(
    `${whenText(at, { 'datetime.format': 'YYYY-MM-DD HH:mm:ss', 'datetime.zone': zone }).replace(' ', 'T')}Z`,
  )

/** A figure as number, lines, bars or table. */
export function FigureView({ id, look, figure, onDrawn, onBrush }: ViewProps) {
  const hidden = useHidden(id)
  const hasTooltips = useAnalytics(({ tooltips }) => tooltips)
  const shown = useShownTime()
  const navigate = useNavigate()
  const option = useCallback(
    (palette: Palette, ground: ChartGround) => {
      const view = { figure, hidden, palette, ground, shown, hasTooltips }
      if (look === 'number') return sparkOption(view)
      if (look === 'heat') return heatOption(view)
      return look === 'bar' ? barOption(view) : seriesOption(view, look === 'stack' ? 'stack' : 'line')
    },
    [figure, hidden, look, shown, hasTooltips],
  )
  useEffect(() => {
    setLegend(
      id,
      figure.groups.map(({ label, value }) => ({ name: label, count: value })),
    )
  }, [id, figure.groups])
  const palette = usePalette((state) => state.palette)
  if (look === 'table') return <FigureTable figure={figure} />
  if (look === 'number')
    return (
      <NumberLine figure={figure}>
        <Chart label={figure.query} option={option} onDrawn={onDrawn}>
          <FigureTable figure={figure} isBesideChart />
        </Chart>
      </NumberLine>
    )
  if (figure.total === 0 && figure.series.length === 0)
    return <p className="figure-none">No data in this period.</p>
  const openGroup = (key: string) => {
    const link = figure.groups.find((group) => group.key === key)?.link
    if (link != null) void navigate(link)
  }
  const brushed =
    onBrush === undefined || look === 'bar' || look === 'heat'
      ? undefined
      : (from: number, to: number) => onBrush(from - (shown(from) - from), to - (shown(to) - to))
  return (
    <>
      <div className="figure-chart">
        <Chart label={figure.query} option={option} onDrawn={onDrawn} onPress={openGroup} onBrush={brushed}>
          <FigureTable figure={figure} isBesideChart />
        </Chart>
      </div>
      {figure.by !== null && look !== 'heat' && <Legend panel={id} figure={figure} palette={palette} />}
    </>
  )
}
