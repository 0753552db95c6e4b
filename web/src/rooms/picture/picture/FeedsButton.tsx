import type { FeedState, PictureStatus } from '@samudra/contract/socket'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconPlayerPauseFilled,
  IconSquareXFilled,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'

export const STATES: Record<FeedState, { Icon: typeof IconCircleCheckFilled; rank: number }> = {
  UP: { Icon: IconCircleCheckFilled, rank: 0 },
  PAUSED: { Icon: IconPlayerPauseFilled, rank: 1 },
  SLOW: { Icon: IconAlertTriangleFilled, rank: 2 },
  STALE: { Icon: IconAlertTriangleFilled, rank: 3 },
  DOWN: { Icon: IconSquareXFilled, rank: 4 },
}

/** Shows how many feeds are up, and the worst state among them. */
export function FeedsButton({ feeds, ...props }: ComponentProps<'button'> & Pick<PictureStatus, 'feeds'>) {
  const up = feeds.filter(({ state }) => state === 'UP').length
  const worst = feeds.reduce<FeedState>(
    (held, { state }) => (STATES[state].rank > STATES[held].rank ? state : held),
    'UP',
  )
  const { Icon } = STATES[worst]
  return (
    <button
      aria-haspopup="dialog"
      {...props}
      type="button"
      className="strip-feeds figures"
      data-state={feeds.length === 0 ? 'none' : worst}
    >
      {feeds.length > 0 && <Icon size={13} aria-hidden />}
      <span className="strip-label">Feeds</span> <b>{up}</b> / {feeds.length} up
    </button>
  )
}
