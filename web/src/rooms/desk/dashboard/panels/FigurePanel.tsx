import type { Panel } from '@samudra/contract/dashboards'
import { getFigure, shownFigure, shownUnit, type Figure, type FigureQuery } from '@samudra/contract/figures'
import { instantOf } from '@samudra/nautical/instant'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { Chart } from '../../../../kit/charts/Chart.tsx'
import type { ChartGround } from '../../../../kit/charts/chart-colours.ts'
import type { ECharts } from '../../../../kit/charts/echarts.ts'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { usePalette, type Palette } from '../../../../kit/theme/colour-palette.ts'
import { whenText, type ZoneName } from '../../../../kit/text/when-text.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { setLegend, useAnalytics, useHidden } from '../analytics.store.ts'
import { FigureTable } from './FigureTable.tsx'
import { barOption, seriesOption, sparkOption } from './figure-option.ts'
import { Legend } from './Legend.tsx'
import { NumberLine } from './NumberLine.tsx'
import { PanelFrame } from './PanelFrame.tsx'
import { savingsOf } from './save-panel.ts'

export type PanelPeriod = { from: string; to: string; bucket: 'hour' | 'day' }
export type PanelProps = {
  panel: Panel
  period: PanelPeriod
  /** Buttons of the editing dashboard. */
  tools?: React.ReactNode
  onBrush?: ((from: number, to: number) => void) | undefined
}
const REFRESH_MS = 60_000

/** A panel that shows one figure as number, lines, bars or table. */
export function FigurePanel({
  panel,
  period,
  tools,
  onBrush,
}: PanelProps & { panel: Panel & { query: FigureQuery } }) {
  const { query, look, title, id } = panel
  const { from, to, bucket } = period
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    getFigure,
    { bucket, ...query, from, to },
    { keep: true, everyMs: REFRESH_MS },
  )
  const shown = useMemo(() => (data === undefined ? undefined : shownFigure(data)), [data])
  const chart = useRef<ECharts | null>(null)
  const frame = {
    panel,
    tools,
    sub: shown === undefined ? undefined : subtitleOf(shown),
    link: data?.link ?? null,
    about: data?.query,
    saves: data === undefined ? [] : savingsOf(title, data, chart),
  }
  return (
    <PanelFrame {...frame}>
      {shown === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Failed error={error} onRetry={refetch} />
        )
      ) : (
        <div className="figure" aria-busy={isPlaceholderData}>
          <FigureView id={id} look={look} figure={shown} chart={chart} onBrush={onBrush} />
          <Notes figure={shown} />
        </div>
      )}
    </PanelFrame>
  )
}

type ViewProps = {
  id: string
  look: Panel['look']
  figure: Figure
  chart: React.RefObject<ECharts | null>
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

function FigureView({ id, look, figure, chart, onBrush }: ViewProps) {
  const hidden = useHidden(id)
  const hasTooltips = useAnalytics(({ tooltips }) => tooltips)
  const shown = useShownTime()
  const navigate = useNavigate()
  const option = useCallback(
    (palette: Palette, ground: ChartGround) => {
      const view = { figure, hidden, palette, ground, shown, hasTooltips }
      if (look === 'number') return sparkOption(view)
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
        <Chart label={figure.query} option={option} chart={chart}>
          <FigureTable figure={figure} />
        </Chart>
      </NumberLine>
    )
  if (figure.total === 0 && figure.series.length === 0)
    return <p className="figure-none">Nothing in this period.</p>
  const openGroup = (key: string) => {
    const link = figure.groups.find((group) => group.key === key)?.link
    if (link != null) void navigate(link)
  }
  const brushed =
    onBrush === undefined || look === 'bar'
      ? undefined
      : (from: number, to: number) => onBrush(from - (shown(from) - from), to - (shown(to) - to))
  return (
    <>
      <div className="figure-chart">
        <Chart label={figure.query} option={option} chart={chart} onPress={openGroup} onBrush={brushed}>
          <FigureTable figure={figure} />
        </Chart>
      </div>
      {figure.by !== null && <Legend panel={id} figure={figure} palette={palette} />}
    </>
  )
}

const subtitleOf = (figure: Figure) =>
  figure.by === null ? undefined : `${figure.total.toLocaleString('en')} ${shownUnit(figure)}`.trim()

/** What limits the numbers, in words. */
function Notes({ figure }: { figure: Figure }) {
  const { suppressed, waiting, days_in_files, baseline } = figure
  const notes = [
    ...(suppressed > 0 ? [`${suppressed} cells with fewer than 3 vessels are left out.`] : []),
    ...(waiting > 0 ? [`${waiting} h of this period are being counted again.`] : []),
    ...(days_in_files.length > 0 ? [`${days_in_files.length} days lie in files and count as before.`] : []),
    ...(baseline !== null && !baseline.enough
      ? [`No baseline yet: ${baseline.weeks} of 3 weeks are known.`]
      : []),
  ]
  const text = notes.join(' ')
  return notes.length === 0 ? null : (
    <p className="figure-notes" title={text}>
      {text}
    </p>
  )
}

/** A number that opens its list. */
export const Counted = ({ value, link, label }: { value: number; link: string | null; label: string }) =>
  link === null ? (
    <b>{value.toLocaleString('en')}</b>
  ) : (
    <Link to={link} aria-label={`${label}: ${value}`}>
      {value.toLocaleString('en')}
    </Link>
  )
