import { Menu } from '@mantine/core'
import { logout } from '@samudra/contract/identity'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { PALETTES, usePalette } from '../kit/palette.ts'
import { QuickSearch } from '../picture/QuickSearch.tsx'
import { ask } from '../wire/call.ts'
import { leave, useSession } from '../wire/session.ts'

export function TopBar() {
  return (
    <header className="topbar">
      <img src="/logo.svg" width={26} height={26} alt="" />
      <span className="topbar-name">Samudra</span>
      <span className="topbar-region">IOR</span>
      <QuickSearch />
      <span className="topbar-space" />
      <PaletteSwitch />
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

function UserMenu() {
  const user = useSession((state) => state.user)
  // The session ends here even when the server cannot be told.
  const end = () => void ask(logout, {}).then(
      () => leave(),
      () => leave(),
    )
  return (
    <Menu position="bottom-end" width={180} shadow="md">
      <Menu.Target>
        <button type="button" className="user-button">
          {user?.username ?? ''} <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email ?? ''}</Menu.Label>
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={end}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
