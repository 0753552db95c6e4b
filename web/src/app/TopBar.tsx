import { CHAT } from '../kit/pages/links.ts'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronDown,
  IconChevronUp,
  IconCommand,
  IconMenu2,
  IconMessages,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { agoText } from '../kit/text/when-text.ts'
import { later } from '../kit/pages/later.tsx'
import { onPress } from '../kit/pages/on-press.tsx'
import { PALETTES, usePalette } from '../kit/theme/colour-palette.ts'
import { SearchBox } from '../rooms/picture/picture/SearchBox.tsx'
import { useChatCounts, useChatOptions } from '../rooms/team/chat/chat-options.store.ts'
import { silentForMs, useWire } from '../wire/transport.ts'
import { openPalette } from './palette/palette-open.ts'
import { FooterToggle } from './FooterDrawer.tsx'
import { isMapAddress, MAP } from './screens.ts'
import { setRailDrawer, toggleFullScreen, toggleNavbar, useUi } from './ui.store.ts'
import { UserButton } from './UserButton.tsx'
import { useQuiet } from './use-quiet.ts'

const NewAlerts = later(
  () => import('../rooms/watch/alerts/desk/NewAlerts.tsx').then((code) => code.NewAlerts),
  {
    isWanted: useQuiet,
    Meanwhile: () => null,
  },
)
const UnreadBadges = later(() => import('./UnreadBadges.tsx').then((code) => code.UnreadBadges), {
  isWanted: useQuiet,
  Meanwhile: () => null,
})
const UserMenu = onPress(UserButton, () => import('./UserMenu.tsx').then((code) => code.UserMenu))

export function TopBar() {
  const { pathname } = useLocation()
  const isOnMap = isMapAddress(pathname)
  const isFull = useUi(
    (state) =>
      state.style.fullScreenElement !== document.documentElement || document.fullscreenElement !== null,
  )
  const link = useWire((state) => state.link)
  const Full = isFull ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <header className="topbar">
      <RailButton />
      <Link to={MAP} className="topbar-home" aria-label="Samudra, open map">
        <img src="/logo.svg" width={26} height={26} alt="" />
        <span className="topbar-name">Samudra</span>
      </Link>
      <span className="topbar-region">IOR</span>
      {isOnMap && <SearchBox />}
      <span className="topbar-space" />
      {link === 'lost' && !isOnMap && (
        <span className="topbar-lost" role="status">
          Connection lost, trying again
          <SilentFor />
        </span>
      )}
      <NewAlerts />
      <UnreadBadges />
      <ChatButton />
      <FooterToggle />
      <button
        type="button"
        className="bar-button bar-narrow"
        onClick={openPalette}
        title="Find screens, objects and actions (Ctrl K)"
      >
        <IconCommand size={15} aria-hidden /> <kbd className="key bar-words">Ctrl K</kbd>
      </button>
      <PaletteSwitch />
      <button
        type="button"
        className="bar-button bar-roomy"
        onClick={toggleFullScreen}
        aria-label={isFull ? 'Exit full screen' : 'Full screen'}
        title={isFull ? 'Exit full screen' : 'Full screen'}
      >
        <Full size={15} aria-hidden />
      </button>
      <button
        type="button"
        className="bar-button bar-roomy"
        onClick={toggleNavbar}
        aria-label="Hide top bar"
        title="Hide top bar"
      >
        <IconChevronUp size={15} aria-hidden />
      </button>
      <UserMenu />
    </header>
  )
}

/** Opens and closes the chat beside the screen. */
function ChatButton() {
  const isDocked = useChatOptions((state) => state.isDocked)
  const { unread, mentions } = useChatCounts()
  const isOnChat = useLocation().pathname.startsWith(CHAT)
  if (isOnChat) return null
  const words = mentions > 0 ? `, ${mentions} for you` : unread > 0 ? `, ${unread} unread` : ''
  return (
    <button
      type="button"
      className="bar-button"
      aria-pressed={isDocked}
      aria-label={`Chat${words}`}
      title="Show chat beside the screen"
      onClick={() => useChatOptions.setState({ isDocked: !isDocked })}
    >
      <IconMessages size={16} aria-hidden />
      {mentions > 0 && <span className="bar-count figures">{mentions}</span>}
      {mentions === 0 && unread > 0 && <i className="user-dot" aria-hidden />}
    </button>
  )
}

/** Opens the sidebar where it is a drawer. */
function RailButton() {
  const isOpen = useUi((state) => state.style.isRailDrawerOpen)
  return (
    <button
      type="button"
      className="bar-button rail-button"
      aria-label="Screens"
      title="Screens"
      aria-expanded={isOpen}
      aria-controls="rail"
      // The drawer closes by each press outside it.
      onPointerDown={(event) => isOpen && event.nativeEvent.stopPropagation()}
      onClick={() => setRailDrawer(!isOpen)}
    >
      <IconMenu2 size={18} aria-hidden />
    </button>
  )
}

/** Shows for how long the server has been silent, which is the age of the picture on the screen. */
function SilentFor() {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const look = () => setSeconds((silentForMs() ?? 0) / 1000)
    const timer = setInterval(look, 1000)
    look()
    return () => clearInterval(timer)
  }, [])
  if (seconds === null || seconds < 1) return null
  return <span className="figures">; last heard {agoText(seconds)} ago</span>
}

function PaletteSwitch() {
  const palette = usePalette((state) => state.palette)
  const choose = usePalette((state) => state.choose)
  return (
    <div className="palettes bar-roomy" role="group" aria-label="Palette">
      {PALETTES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === palette}
          onClick={() => choose(one)}
          title={`${one} palette (P: next palette)`}
        >
          {one}
        </button>
      ))}
    </div>
  )
}

/** Brings the bar back. */
export function BarHandle() {
  return (
    <button
      type="button"
      className="bar-handle"
      onClick={toggleNavbar}
      aria-label="Show top bar"
      title="Show top bar"
    >
      <IconChevronDown size={14} aria-hidden />
    </button>
  )
}
