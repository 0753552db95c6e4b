import { getBrief } from '@samudra/contract/figures'
import { Link } from 'react-router'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { SeverityChip } from '../../../../kit/text/SeverityChip.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { FigureFrame } from './FigureFrame.tsx'
import type { PanelProps } from './FigurePanel.tsx'

const REFRESH_MS = 60_000
const SINCE = {
  GIVEN: 'since',
  WATCH: 'since the last handover,',
  HOURS: 'in the last 8 hours, since',
} as const

/** Lists what changed since the last watch, the most severe first. */
export function BriefPanel({ panel, tools }: PanelProps) {
  const { data, error, refetch } = useAnswer(getBrief, { limit: 40 }, { keep: true, everyMs: REFRESH_MS })
  return (
    <FigureFrame panel={panel} tools={tools}>
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Failed error={error} onRetry={refetch} />
        )
      ) : (
        <div className="brief">
          <p className="brief-since">
            Changes {SINCE[data.since_by]} <When at={data.since} />
          </p>
          {data.items.length === 0 && <p className="figure-none">Nothing new.</p>}
          <ol className="brief-items">
            {data.items.map(({ at, kind, severity, title, text, link }) => (
              <li key={`${kind} ${link} ${at}`}>
                <SeverityChip severity={severity} />
                <Link to={link}>{title}</Link>
                <small>
                  <When at={at} />
                  {text === '' ? '' : ` · ${text}`}
                </small>
              </li>
            ))}
          </ol>
          {data.more > 0 && <p className="brief-since">and {data.more.toLocaleString('en')} more</p>}
        </div>
      )}
    </FigureFrame>
  )
}
