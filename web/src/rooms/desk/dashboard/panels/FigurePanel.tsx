import { FIGURE_LOOKS, type Panel } from '@samudra/contract/dashboards'
import { getFigure, shownFigure, shownUnit, type Figure, type FigureQuery } from '@samudra/contract/figures'
import { useMemo, useState, type ReactNode } from 'react'
import type { ECharts } from '../../../../kit/charts/echarts.ts'
import { FigureView, type FigureLook } from '../../../../kit/figures/FigureView.tsx'
import { savingsOf } from '../../../../kit/figures/save-figure.ts'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useWording } from '../../../../kit/text/wording.ts'
import { Refused } from '../../../../wire/call.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { FigureFrame } from './FigureFrame.tsx'

export type PanelPeriod = { from: string; to: string; bucket: 'hour' | 'day' }
export type PanelProps = {
  panel: Panel
  period: PanelPeriod
  /** Buttons of the editing dashboard. */
  tools?: ReactNode
  onBrush?: ((from: number, to: number) => void) | undefined
}
const REFRESH_MS = 60_000
/** The newest counts of positions are as old at most. */
const UNCOUNTED_MS = 120_000

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
  const [chart, setChart] = useState<ECharts | null>(null)
  const frame = {
    panel,
    tools,
    sub: shown === undefined ? undefined : subtitleOf(shown),
    link: data?.link ?? null,
    about: data?.query,
    saves: data === undefined ? [] : savingsOf(title, data, chart),
  }
  return (
    <FigureFrame {...frame}>
      {shown === undefined ? (
        error === null ? (
          <Waiting />
        ) : isOfZones(error) ? (
          <p className="figure-none">Only for areas inside your zones: press Edit, then choose one.</p>
        ) : (
          <Failed error={error} onRetry={refetch} />
        )
      ) : (
        <div className="figure" aria-busy={isPlaceholderData}>
          <FigureView id={id} look={lookOf(look)} figure={shown} onDrawn={setChart} onBrush={onBrush} />
          <Notes figure={shown} />
        </div>
      )}
    </FigureFrame>
  )
}

/** Tests whether a figure of all waters was refused to a user who sees some zones. */
const isOfZones = (error: Error) =>
  error instanceof Refused &&
  error.code === 'VALIDATION' &&
  error.fields.some(({ field }) => field === 'area')

const lookOf = (look: Panel['look']): FigureLook =>
  FIGURE_LOOKS.includes(look) ? (look as FigureLook) : 'table'

const subtitleOf = (figure: Figure) =>
  figure.by === null ? undefined : `${figure.total.toLocaleString('en')} ${shownUnit(figure)}`.trim()

/** Returns true of counts of positions that hold nothing of a period until now: right after a start they follow in a minute. */
const isUncounted = ({ measure, total, to, as_of, waiting }: Figure) =>
  (measure === 'vessels' || measure === 'positions') &&
  total === 0 &&
  waiting === 0 &&
  Date.parse(to) > Date.parse(as_of) - UNCOUNTED_MS

/** Says in words what limits the numbers. */
function Notes({ figure }: { figure: Figure }) {
  const { suppressed, waiting, days_in_files, baseline, as_of } = figure
  const { time } = useWording()
  const notes = [
    ...(isUncounted(figure) ? [`None counted by ${time(as_of)}; counts follow once a minute.`] : []),
    ...(suppressed > 0 ? [`${suppressed} cells with fewer than 3 vessels are left out.`] : []),
    ...(waiting > 0 ? [`${waiting} h of this period are being recounted.`] : []),
    ...(days_in_files.length > 0 ? [`${days_in_files.length} days are archived and keep their counts.`] : []),
    ...(baseline !== null && !baseline.enough ? [`No baseline: ${baseline.weeks} of 3 weeks.`] : []),
  ]
  const text = notes.join(' ')
  return notes.length === 0 ? null : (
    <p className="figure-notes" title={text}>
      {text}
    </p>
  )
}
