import { Popover } from '@mantine/core'
import type { FeedState, PictureStatus } from '@samudra/contract/live'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconPlayerPauseFilled,
  IconSquareXFilled,
} from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Quantity } from '../kit/Quantity.tsx'
import { useSettings } from '../kit/settings.ts'
import { When } from '../kit/When.tsx'
import { agoText } from '../kit/when-text.ts'
import type { Link } from '../wire/wire-words.ts'
import { serverOffset, wallNow } from '../time/clock.ts'
import { usePictureAge } from './picture-age.ts'
import { Delays } from './Delays.tsx'
import { usePicture } from './picture.store.ts'

/** The watch's one line: how much is seen, how well it is fed, how late it is, and the time. */
export function StatusStrip() {
  const link = usePicture((state) => state.link)
  const inView = usePicture((state) => state.inView)
  const total = usePicture((state) => state.total)
  const status = usePicture((state) => state.status)
  // What was told of the feeds before the link was lost says nothing of now.
  const fed = link === 'live' ? status : null
  return (
    <footer className="strip" aria-label="State of the picture" data-link={link}>
      <LinkState link={link} />
      <Item label="Contacts" title="In the view / in the whole picture">
        <b>
          <Quantity count={inView} />
        </b>{' '}
        / <Quantity count={total} />
      </Item>
      <Item isRate label="Messages" title="Sentences received a second">
        <Rate perSecond={fed?.sentences_per_s} />
      </Item>
      <Item isRate label="Fixes" title="Positions taken into the picture a second">
        <Rate perSecond={fed?.fixes_per_s} />
      </Item>
      <Delays status={fed} />
      <Feeds feeds={fed?.feeds ?? null} />
      <span className="strip-space" />
      <Clocks />
    </footer>
  )
}

/** How the link stands; while it is not live, how old everything beside it is. */
function LinkState({ link }: { link: Link }) {
  const age = usePictureAge()
  return (
    <span className="strip-link" data-link={link} role="status">
      {LINK_WORDS[link]}
      {link !== 'live' && age !== null && (
        <span className="strip-age figures" aria-live="off">
          {' '}
          picture {age} old
        </span>
      )}
    </span>
  )
}

function Rate({ perSecond }: { perSecond: number | undefined }) {
  if (perSecond === undefined) return '–'
  return (
    <>
      <b>
        <Quantity count={Math.round(perSecond)} />
      </b>
      /s
    </>
  )
}

const LINK_WORDS = { connecting: 'CONNECTING', live: 'LIVE', lost: 'NOT LIVE' } as const

function Item(props: { label: string; title: string; isRate?: boolean; children: ReactNode }) {
  return (
    <span className="strip-item figures" title={props.title} data-rate={props.isRate}>
      <span className="strip-label">{props.label}</span> {props.children}
    </span>
  )
}

const STATES: Record<FeedState, { Icon: typeof IconCircleCheckFilled; rank: number }> = {
  UP: { Icon: IconCircleCheckFilled, rank: 0 },
  PAUSED: { Icon: IconPlayerPauseFilled, rank: 1 },
  SLOW: { Icon: IconAlertTriangleFilled, rank: 2 },
  STALE: { Icon: IconAlertTriangleFilled, rank: 3 },
  DOWN: { Icon: IconSquareXFilled, rank: 4 },
}

/** The worst state speaks for all; pressing it lists every feed. */
function Feeds({ feeds }: { feeds: PictureStatus['feeds'] | null }) {
  if (feeds === null)
    return (
      <Item label="Feeds" title="How the feeds do is not known while the server is not heard">
        not known
      </Item>
    )
  return <KnownFeeds feeds={feeds} />
}

function KnownFeeds({ feeds }: { feeds: PictureStatus['feeds'] }) {
  const up = feeds.filter(({ state }) => state === 'UP').length
  const worst = feeds.reduce<FeedState>(
    (held, { state }) => (STATES[state].rank > STATES[held].rank ? state : held),
    'UP',
  )
  const { Icon } = STATES[worst]
  return (
    <Popover position="top-start" shadow="md" withinPortal>
      <Popover.Target>
        <button
          type="button"
          className="strip-feeds figures"
          data-state={feeds.length === 0 ? 'none' : worst}
        >
          {feeds.length > 0 && <Icon size={13} aria-hidden />}
          <span className="strip-label">Feeds</span> <b>{up}</b> / {feeds.length} up
        </button>
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
      <span className="feed-dim figures">
        {last === null ? 'never heard' : `${agoText((wallNow() - Date.parse(last)) / 1000)} ago`}
      </span>
    </div>
  )
}

/** Drift the watch must know about. */
const DRIFT_MS = 2000

function Clocks() {
  const zone = useSettings((settings) => settings['datetime.zone'])
  const [at, setAt] = useState(wallNow)
  useEffect(() => {
    const timer = setInterval(() => setAt(wallNow()), 500)
    return () => clearInterval(timer)
  }, [])
  const drift = serverOffset()
  return (
    <span className="strip-clocks">
      {Math.abs(drift) > DRIFT_MS && (
        <span className="strip-drift" title="Times follow the server">
          <IconAlertTriangleFilled size={12} aria-hidden /> this computer is {agoText(Math.abs(drift) / 1000)}{' '}
          {drift < 0 ? 'ahead' : 'behind'}
        </span>
      )}
      <When at={at} zone="UTC" />
      {zone !== 'UTC' && <When at={at} />}
    </span>
  )
}
