import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { isAdministrator } from '@samudra/contract/identity'
import { aisFieldsAutocomplete } from '@samudra/contract/picture'
import {
  IconArrowsMaximize,
  IconLayoutBottombar,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconSearch,
  IconShip,
} from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '../identity/log-out.ts'
import { PALETTES, usePalette } from '../kit/palette.ts'
import { goToContact } from '../picture/QuickSearch.tsx'
import { useSession } from '../wire/session.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { screensFor } from './screens.ts'
import { toggleFooter, toggleFullScreen, toggleNavbar, toggleSidebar } from './ui.store.ts'

const LEAST = 2
const SHIPS = 8

/** Ctrl-K from anywhere: every screen, every vessel of the picture, and what can be done to the frame. */
export function CommandPalette() {
  const navigate = useNavigate()
  const user = useSession((state) => state.user)
  const isAdmin = isAdministrator(user?.role ?? '')
  const [query, setQuery] = useState('')
  const [asked] = useDebouncedValue(query.trim(), 180)
  const found = useAnswer(
    aisFieldsAutocomplete,
    { field: 'any', q: asked, limit: SHIPS },
    { enabled: asked.length >= LEAST },
  ).data
  const actions = useMemo<SpotlightActionGroupData[]>(() => {
    const screens = screensFor(isAdmin).map(({ path, label, keywords, Icon }) => ({
      id: path,
      label,
      keywords,
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate(path),
    }))
    const ships = (asked.length >= LEAST ? (found ?? []) : [])
      .filter(({ mmsi }) => mmsi !== undefined)
      .map(({ label, value, mmsi }) => ({
        id: `ship ${mmsi} ${value}`,
        label,
        // The server has found it already; the palette must not leave it out again.
        keywords: query,
        leftSection: <IconShip size={18} stroke={1.6} />,
        onClick: () => {
          void navigate('/home/main/map')
          if (mmsi !== undefined) void goToContact(mmsi)
        },
      }))
    return [
      { group: 'Screens', actions: screens },
      { group: 'Vessels', actions: ships },
      { group: 'Actions', actions: frameActions() },
    ]
  }, [isAdmin, navigate, asked, found, query])
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      tagsToIgnore={[]}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={40}
      nothingFound="Nothing answers to this."
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: 'Screen, vessel or action',
        'aria-label': 'Screen, vessel or action',
      }}
    />
  )
}

function frameActions() {
  const action = (label: string, keywords: string, icon: React.ReactNode, onClick: () => void) => ({
    id: label,
    label,
    keywords,
    leftSection: icon,
    onClick,
  })
  return [
    action(
      'Show or hide the sidebar',
      'menu navigation',
      <IconLayoutSidebar size={18} stroke={1.6} />,
      toggleSidebar,
    ),
    action(
      'Show or hide the top bar',
      'navbar header',
      <IconLayoutNavbar size={18} stroke={1.6} />,
      toggleNavbar,
    ),
    action(
      'Show or hide the messages',
      'footer drawer',
      <IconLayoutBottombar size={18} stroke={1.6} />,
      toggleFooter,
    ),
    action(
      'Full screen on or off',
      'f11 maximise',
      <IconArrowsMaximize size={18} stroke={1.6} />,
      toggleFullScreen,
    ),
    ...PALETTES.map((palette) =>
      action(`Palette: ${palette}`, 'theme colours dark light', <IconMoon size={18} stroke={1.6} />, () =>
        usePalette.getState().choose(palette),
      ),
    ),
    action('Log out', 'sign out leave', <IconLogout size={18} stroke={1.6} />, () => void logOut()),
  ]
}
