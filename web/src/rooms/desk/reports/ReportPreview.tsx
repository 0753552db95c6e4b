import { shownFigure } from '@samudra/contract/figures'
import { previewReport, type ReportBlockData, type ReportTemplate } from '@samudra/contract/reports'
import { useDeferredValue, useMemo } from 'react'
import { FigureTable } from '../../../kit/figures/FigureTable.tsx'
import { FigureView } from '../../../kit/figures/FigureView.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { SeverityChip } from '../../../kit/text/SeverityChip.tsx'
import { Prose } from '../../../kit/text/Prose.tsx'
import { When } from '../../../kit/text/When.tsx'
import { useAnswer } from '../../../wire/use-answer.ts'
import { PlacesMap } from './PlacesMap.tsx'

export type ReportContent = Pick<ReportTemplate, 'blocks' | 'period' | 'zone' | 'filters'>
const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const

/** The blocks of a report with the data of its last period, as the reader may see them. */
export function ReportPreview({ content }: { content: ReportContent }) {
  const { blocks, period, zone, filters } = useDeferredValue(content)
  const { data, error, refetch } = useAnswer(previewReport, { blocks, period, zone, filters }, { keep: true })
  if (data === undefined) return error === null ? <Waiting /> : <Failed error={error} onRetry={refetch} />
  return (
    <div className="report-preview">
      <p className="dim">
        <When at={data.from} /> – <When at={data.to} />, as known at <When at={data.as_of} />
      </p>
      {error !== null && <p className="refusal">{error.message}</p>}
      {data.blocks.map((one, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no identity but their place
        <BlockView key={i} of={one} place={i} />
      ))}
    </div>
  )
}

function BlockView({ of, place }: { of: ReportBlockData; place: number }) {
  const { block, error } = of
  if (block.kind === 'heading') return <h3>{block.title}</h3>
  return (
    <section className="report-block" aria-label={block.title}>
      {block.title !== '' && <h4>{block.title}</h4>}
      {error === null ? <BlockBody of={of} place={place} /> : <p className="refusal">{error}</p>}
    </section>
  )
}

function BlockBody({ of, place }: { of: ReportBlockData; place: number }) {
  const { block, figure, items, more } = of
  const shown = useMemo(() => (figure === null ? null : shownFigure(figure)), [figure])
  if (block.kind === 'text') return <Prose markdown={block.text ?? ''} />
  if (block.kind === 'map')
    return (
      <>
        <PlacesMap items={items} />
        {more > 0 && (
          <p className="dim">
            The newest {items.length} are drawn; {more.toLocaleString('en')} older ones are not.
          </p>
        )}
      </>
    )
  if (block.kind === 'list')
    return (
      <>
        <ol className="report-items">
          {items.map(({ at, title, text, severity }) => (
            <li key={`${at} ${title} ${text}`}>
              <SeverityChip severity={SEVERITIES.find((one) => one === severity) ?? 'INFO'} />
              <span>
                <b>{title}</b> {text}
              </span>
              <When at={at} />
            </li>
          ))}
        </ol>
        {items.length === 0 && <p className="dim">Nothing in this period.</p>}
        {more > 0 && <p className="dim">and {more.toLocaleString('en')} more</p>}
      </>
    )
  if (shown === null) return null
  if (block.kind === 'table') return <FigureTable figure={shown} />
  const isNumber = block.kind === 'number'
  return (
    <div className={isNumber ? 'report-number' : 'report-chart'}>
      <FigureView
        id={`report-${place}`}
        look={isNumber ? 'number' : shown.by === null ? 'line' : 'stack'}
        figure={shown}
      />
    </div>
  )
}
