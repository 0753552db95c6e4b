import { Popover } from '@mantine/core'
import type { PictureStatus } from '@samudra/contract/socket'
import { useOpened } from '../../../kit/pages/on-press.tsx'
import { agoText } from '../../../kit/text/when-text.ts'
import { DelaysButton, MEANING, useDelays } from './DelaysButton.tsx'

/** Shows the delay of every source. */
export function Delays({ status }: { status: PictureStatus | null }) {
  const { button, ...list } = useOpened()
  const delays = useDelays(status)
  return (
    <Popover {...list} position="top-start" shadow="md" withinPortal>
      <Popover.Target>
        <DelaysButton ref={button} status={status} onClick={() => list.onChange(!list.opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <p className="delays-meaning">
          {delays.length === 0 ? 'No data received in the last minutes.' : MEANING}
        </p>
        {delays.map(({ source, p50_s, p95_s }) => (
          <div key={source} className="delay figures">
            <span>{source}</span>
            <b>{agoText(p50_s)}</b>
            <span className="feed-dim">95 % within {agoText(p95_s)}</span>
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
