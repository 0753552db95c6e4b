import { Prose } from '../../../../kit/text/Prose.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'
import { BriefPanel } from './BriefPanel.tsx'
import { FeedsPanel } from './FeedsPanel.tsx'
import { FigurePanel, type PanelProps } from './FigurePanel.tsx'
import { FigureFrame } from './FigureFrame.tsx'

/** A panel by its look. */
export function PanelOf(props: PanelProps) {
  const { panel, tools } = props
  if (panel.query !== undefined) return <FigurePanel {...props} panel={{ ...panel, query: panel.query }} />
  if (panel.look === 'brief') return <BriefPanel {...props} />
  if (panel.look === 'feeds') return <FeedsPanel {...props} />
  if (panel.look === 'alerts') return <AlertsPanel {...props} />
  return (
    <FigureFrame panel={panel} tools={tools}>
      <div className="panel-text">
        <Prose markdown={panel.text ?? ''} />
      </div>
    </FigureFrame>
  )
}
