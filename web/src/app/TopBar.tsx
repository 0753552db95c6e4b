import { Menu } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { isAdministrator } from '@samudra/contract/identity'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronDown,
  IconChevronUp,
  IconCommand,
  IconLogout,
} from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { logOut } from '../identity/log-out.ts'
import { PALETTES, usePalette } from '../kit/palette.ts'
import { QuickSearch } from '../picture/QuickSearch.tsx'
import { useSession } from '../wire/session.ts'
import { useWire } from '../wire/transport.ts'
import { FooterToggle } from './FooterDrawer.tsx'
import { screensFor } from './screens.ts'
import { toggleFullScreen, toggleNavbar, useUi } from './ui.store.ts'

export function TopBar() {
  const isOnMap = useLocation().pathname === '/home/main/map'
  const isFull = useUi(
    (state) =>
      state.style.fullScreenElement !== document.documentElement || document.fullscreenElement !== null,
  )
  const link = useWire((state) => state.link)
  const Full = isFull ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <header className="topbar">
      <Link to="/home/main/map" className="topbar-home" aria-label="Samudra, to the map">
        <img src="/logo.svg" width={26} height={26} alt="" />
        <span className="topbar-name">Samudra</span>
      </Link>
      <span className="topbar-region">IOR</span>
      {isOnMap && <QuickSearch />}
      <span className="topbar-space" />
      {link === 'lost' && !isOnMap && (
        <span className="topbar-lost" role="status">
          Connection lost, trying again
        </span>
      )}
      <FooterToggle />
      <button
        type="button"
        className="bar-button"
        onClick={spotlight.open}
        title="Screens, vessels and actions (Ctrl K)"
      >
        <IconCommand size={15} aria-hidden /> <kbd className="key">Ctrl K</kbd>
      </button>
      <PaletteSwitch />
      <button
        type="button"
        className="bar-button"
        onClick={toggleFullScreen}
        aria-label={isFull ? 'Leave full screen' : 'Full screen'}
        title={isFull ? 'Leave full screen' : 'Full screen'}
      >
        <Full size={15} aria-hidden />
      </button>
      <button
        type="button"
        className="bar-button"
        onClick={toggleNavbar}
        aria-label="Hide this bar"
        title="Hide this bar (Ctrl K brings it back)"
      >
        <IconChevronUp size={15} aria-hidden />
      </button>
      <UserMenu />
    </header>
  )
}

function PaletteSwitch() {
  const palette = usePalette((state) => state.palette)
  const choose = usePalette((state) => state.choose)
  return (
    <div className="palettes" role="group" aria-label="Palette">
      {PALETTES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === palette}
          onClick={() => choose(one)}
          title={`${one} palette (P for the next)`}
        >
          {one}
        </button>
      ))}
    </div>
  )
}

const OWN = ['/home/account', '/home/settings/releaseNotes', '/home/settings/help']

function UserMenu() {
  const user = useSession((state) => state.user)
  if (user === null) return null
  const isAdmin = isAdministrator(user.role)
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <button type="button" className="user-button">
          {user.username} <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {isAdmin ? 'Administrator' : 'Operator'}
          {user.email !== '' && ` · ${user.email}`}
        </Menu.Label>
        {screensFor(isAdmin)
          .filter(({ path }) => OWN.includes(path))
          .map(({ path, label, Icon }) => (
            <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={14} />}>
              {label}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void logOut()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
