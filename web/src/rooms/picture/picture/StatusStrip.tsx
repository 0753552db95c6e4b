import type { PictureStatus } from '@samudra/contract/socket'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { useSettings } from '../../../kit/settings.ts'
import { When } from '../../../kit/text/When.tsx'
import { agoText } from '../../../kit/text/when-text.ts'
import type { Link } from '../../../wire/wire-words.ts'
import { serverOffset, wallNow } from '../../../time/clock.ts'
import { usePictureAge } from './held/picture-age.ts'
import { onPress } from '../../../kit/pages/on-press.tsx'
import { DelaysButton } from './DelaysButton.tsx'
import { FeedsButton } from './FeedsButton.tsx'
import { usePicture } from './held/picture.store.ts'

const Delays = onPress(DelaysButton, () => import('./Delays.tsx').then((code) => code.Delays))
const KnownFeeds = onPress(FeedsButton, () => import('./FeedsList.tsx').then((code) => code.FeedsList))

/** The watch's one line: how much is seen, how well it is fed, how late it is, and the time. */
export function StatusStrip() {
  const link = usePicture((state) => state.link)
  const inView = usePicture((state) => state.inView)
  const total = usePicture((state) => state.total)
  const status = usePicture((state) => state.status)
  // Feed states pushed before the link was lost do not describe the present.
  const fed = link === 'live' ? status : null
  return (
    <footer className="strip" aria-label="Picture status" data-link={link}>
      <LinkState link={link} />
      <Item label="Contacts" title="In view / in total">
        <b>
          <Quantity count={inView} />
        </b>{' '}
        / <Quantity count={total} />
      </Item>
      <Item isRate label="Messages" title="Sentences per second">
        <Rate perSecond={fed?.sentences_per_s} />
      </Item>
      <Item isRate label="Fixes" title="Positions per second">
        <Rate perSecond={fed?.fixes_per_s} />
      </Item>
      <Delays status={fed} />
      <Feeds feeds={fed?.feeds ?? null} />
      <span className="strip-space" />
      <Clocks />
    </footer>
  )
}

/** Shows the state of the link and, while it is not live, the age of everything beside it. */
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

/** The worst state speaks for all; pressing it lists every feed. */
function Feeds({ feeds }: { feeds: PictureStatus['feeds'] | null }) {
  if (feeds === null)
    return (
      <Item label="Feeds" title="Feed states are unknown while disconnected">
        not known
      </Item>
    )
  return <KnownFeeds feeds={feeds} />
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
        <span className="strip-drift" title="Times use the server clock">
          <IconAlertTriangleFilled size={12} aria-hidden /> this computer is {agoText(Math.abs(drift) / 1000)}{' '}
          {drift < 0 ? 'ahead' : 'behind'}
        </span>
      )}
      <When at={at} zone="UTC" />
      {zone !== 'UTC' && <When at={at} />}
    </span>
  )
}
