import { personLink } from '../../kit/pages/links.ts'
import {
  IconArrowsMaximize,
  IconBaselineDensityMedium,
  IconDevices,
  IconLayoutBottombar,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconLogout,
  IconMessage,
  IconMessages,
  IconMoon,
  IconTextSize,
} from '@tabler/icons-react'
import { logOut } from '../../rooms/centre/identity/login/log-out.ts'
import { FOUND_ICONS } from '../../map/explanation/FoundRow.tsx'
import { channelLink } from '../../rooms/team/chat/chat-links.ts'
import { channelName, isDirect, sortChannels, teammateOf } from '../../rooms/team/chat/state/channel-order.ts'
import type { ChatState } from '../../rooms/team/chat/state/chat.store.ts'
import { nextDensity } from '../../kit/tables/density.ts'
import { PALETTES, usePalette } from '../../kit/theme/colour-palette.ts'
import { setTextSize, TEXT_SIZES } from '../../kit/theme/text-size.ts'
import { findOnce } from '../../map/explanation/finds.ts'
import { toggleNotifications } from '../FooterDrawer.tsx'
import type { Entry } from './palette-entries.ts'
import { toggleFullScreen, toggleNavbar, toggleSidebar, whileLoading } from '../ui.store.ts'

/** Minimum length of a query to the finder, in letters. */
export const LEAST = 2

/** Finds entries for the typed words, the same ones as the search of the map. */
export async function findNamed(query: string): Promise<Entry[]> {
  const found = await findOnce(query)
  return found.map((one) => ({
    id: `${one.kind} ${one.label} ${one.detail}`,
    label: one.label,
    detail: one.detail,
    Icon: FOUND_ICONS[one.kind],
    found: one,
  }))
}

/** Channels and people of the chat, each leading to its conversation. */
export function chatEntries({ channels, members, users, me, statuses }: ChatState): Entry[] {
  const mine = Object.values(channels).filter(
    ({ id, delete_at }) => delete_at === 0 && members[id] !== undefined,
  )
  const conversations = sortChannels(mine, { me, statuses }).map((channel) => ({
    id: `channel ${channel.id}`,
    label: channelName(channel, me, users),
    detail: isDirect(channel) ? 'Direct message' : 'Channel',
    keywords: 'chat conversation',
    Icon: isDirect(channel) ? IconMessage : IconMessages,
    to: channelLink(channel.id),
  }))
  const known = new Set(mine.map((channel) => teammateOf(channel, me)))
  const people = Object.values(users)
    .filter(({ id, delete_at }) => id !== me && delete_at === 0 && !known.has(id))
    .map(({ id, username }) => ({
      id: `person ${id}`,
      label: username,
      detail: 'Start a direct message',
      keywords: 'chat person',
      Icon: IconMessage,
      to: personLink(id),
    }))
  return [...conversations, ...people]
}

/** Actions on the frame and the session, available on every screen. */
export const ACTIONS: readonly Entry[] = [
  {
    id: 'sidebar',
    label: 'Show or hide the sidebar',
    keywords: 'menu navigation',
    Icon: IconLayoutSidebar,
    act: toggleSidebar,
  },
  {
    id: 'navbar',
    label: 'Show or hide the top bar',
    keywords: 'navbar header',
    Icon: IconLayoutNavbar,
    act: toggleNavbar,
  },
  {
    id: 'notices',
    label: 'Show or hide notifications',
    keywords: 'footer drawer toasts messages',
    Icon: IconLayoutBottombar,
    act: toggleNotifications,
  },
  {
    id: 'full screen',
    label: 'Turn full screen on or off',
    keywords: 'f11 maximise',
    Icon: IconArrowsMaximize,
    act: toggleFullScreen,
  },
  {
    id: 'density',
    label: 'Switch table row height',
    keywords: 'density compact height',
    Icon: IconBaselineDensityMedium,
    act: nextDensity,
  },
  ...TEXT_SIZES.map((size) => ({
    id: `text size ${size}`,
    label: `Text size: ${size}`,
    keywords: 'font letters larger smaller zoom',
    Icon: IconTextSize,
    act: () => setTextSize(size),
  })),
  ...PALETTES.map((palette) => ({
    id: `palette ${palette}`,
    label: `Palette: ${palette}`,
    keywords: 'theme colours dark light',
    Icon: IconMoon,
    act: () => usePalette.getState().choose(palette),
  })),
  {
    id: 'log out',
    label: 'Log out',
    keywords: 'sign out leave session',
    Icon: IconLogout,
    act: () => void whileLoading(() => logOut()),
  },
  {
    id: 'log out everywhere',
    label: 'Log out everywhere',
    keywords: 'sign out all sessions devices',
    Icon: IconDevices,
    act: () => void whileLoading(() => logOut(true)),
  },
]
