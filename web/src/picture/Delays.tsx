import { Popover } from '@mantine/core'
import type { PictureStatus } from '@samudra/contract/live'
import { agoText } from '../kit/when-text.ts'
import { useWorkbench } from '../map/workbench.store.ts'
import { delaysToScreen } from './delays.ts'
import { THIN_S } from './worker-words.ts'

const MEANING =
  'From observation to screen, the slowest source first: half of its positions are here within this time.'

/** How late the slowest source is; pressing it lists every source. */
export function Delays({ status }: { status: PictureStatus | null }) {
  const isThin = useWorkbench(({ bandwidth }) => bandwidth === 'LOW')
  const delays = status === null ? [] : delaysToScreen(status, isThin ? THIN_S : 1)
  const [worst] = delays
  return (
    <Popover position="top-start" shadow="md" withinPortal>
      <Popover.Target>
        <button type="button" className="strip-feeds figures" title={MEANING}>
          <span className="strip-label">Latency</span>{' '}
          {worst === undefined ? (
            '–'
          ) : (
            <>
              <b>{agoText(worst.p50_s)}</b> {worst.source}
            </>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <p className="delays-meaning">
          {worst === undefined ? 'Nothing has arrived in the last minutes.' : MEANING}
        </p>
        {delays.map(({ source, p50_s, p95_s }) => (
          <div key={source} className="delay figures">
            <span>{source}</span>
            <b>{agoText(p50_s)}</b>
            <span className="feed-dim">95 of 100 within {agoText(p95_s)}</span>
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
