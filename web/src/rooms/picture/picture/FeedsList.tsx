import { Popover } from '@mantine/core'
import type { PictureStatus } from '@samudra/contract/socket'
import { useOpened } from '../../../kit/pages/on-press.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Ago } from '../../../kit/text/Ago.tsx'
import { FeedsButton, STATES } from './FeedsButton.tsx'

/** Shows the state of every feed. */
export function FeedsList({ feeds }: Pick<PictureStatus, 'feeds'>) {
  const { button, ...list } = useOpened()
  return (
    <Popover {...list} position="top-start" shadow="md" withinPortal>
      <Popover.Target>
        <FeedsButton ref={button} feeds={feeds} onClick={() => list.onChange(!list.opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        {feeds.length === 0 ? 'No feed is set up.' : feeds.map((feed) => <Feed key={feed.id} feed={feed} />)}
      </Popover.Dropdown>
    </Popover>
  )
}

function Feed({ feed }: { feed: PictureStatus['feeds'][number] }) {
  const { Icon } = STATES[feed.state]
  const last = feed.last_message_at
  return (
    <div className="feed" data-state={feed.state}>
      <Icon size={13} aria-hidden />
      <span>{feed.name}</span>
      <span className="feed-dim">{feed.source}</span>
      <b>{feed.state}</b>
      <span className="feed-dim figures">
        <Quantity count={Math.round(feed.rate_per_min)} />
        /min
      </span>
      <span className="feed-dim figures">{last === null ? 'never received' : <Ago at={last} />}</span>
    </div>
  )
}
