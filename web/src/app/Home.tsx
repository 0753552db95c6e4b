import { fileWaits } from '@samudra/contract/socket'
import { tableUpdate } from '@samudra/contract/kind'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { useLogAddress } from '../rooms/vessels/visits/use-log-address.ts'
import { useFound } from '../map/explanation/found.store.ts'
import { useVisitLog } from '../map/explanation/visit-log.store.ts'
import { useFollow } from '../map/follow.store.ts'
import { useUserNotifications } from '../rooms/watch/notifications/follow-notifications.ts'
import { CHAT, REPLAY, vesselLink } from '../kit/pages/links.ts'
import { MAP } from './screens.ts'
import { useAllUsers } from '../rooms/centre/identity/users/all-users.ts'
import { fetchRest } from '../kit/pages/fetch-code.ts'
import { later } from '../kit/pages/later.tsx'
import { useSettings } from '../kit/settings.ts'
import { toast } from '../kit/toasts.ts'
import { useDiscuss } from '../kit/share/discuss.store.ts'
import { useShare } from '../kit/share/share.store.ts'
import { useWall } from '../kit/theme/wall.ts'
import { Themed } from '../kit/theme/Themed.tsx'
import { invalidate } from '../store/cache.ts'
import { useChatOptions } from '../rooms/team/chat/chat-options.store.ts'
import { applyChosenProfile } from '../rooms/centre/settings/profile-view.ts'
import { useIdle } from '../wire/keep-alive.ts'
import { useSession } from '../wire/session.ts'
import { usePush } from '../wire/push.ts'
import { useResync } from '../wire/resync.ts'
import { reportSocketFailure } from '../wire/socket-failure.ts'
import { useWire } from '../wire/transport.ts'
import { Banner } from './Banner.tsx'
import { FooterDrawer, showNotifications } from './FooterDrawer.tsx'
import './home.css'
import { keepShell } from './keep-shell.ts'
import { usePaletteRequests, usePaletteKey } from './palette/palette-open.ts'
import { whenQuiet } from './when-quiet.ts'
import { SideRail } from './SideRail.tsx'
import { fetchToastHost } from './Toasts.tsx'
import { BarHandle, TopBar } from './TopBar.tsx'
import { followDisplay, useUi } from './ui.store.ts'
import { useMapAddress } from './windows/use-map-address.ts'
import { useQuiet } from './use-quiet.ts'
import { useWindows } from './windows/use-windows.ts'
import { Wall } from './windows/Wall.tsx'
import { usePaletteOfUser } from './use-palette-of-user.ts'
import { usePublishedHeight } from '../kit/pages/published-height.ts'

const CommandPalette = later(
  () => import('./palette/CommandPalette.tsx').then((code) => code.CommandPalette),
  {
    isWanted: () => usePaletteRequests(({ times }) => times > 0),
  },
)
const IdleWarning = later(() => import('./IdleWarning.tsx').then((code) => code.IdleWarning), {
  isWanted: () => useIdle(({ endsAt }) => endsAt !== null),
})
const KeysHelp = later(() => import('./palette/KeysHelp.tsx').then((code) => code.KeysHelp), {
  isWanted: useQuiet,
  Meanwhile: () => null,
})
const FollowPresence = later(
  () => import('../rooms/team/presence/FollowPresence.tsx').then((code) => code.FollowPresence),
  { isWanted: useQuiet, Meanwhile: () => null },
)
const Cover = later(() => import('./Cover.tsx').then((code) => code.Cover), {
  isWanted: () => useUi(({ loader }) => loader.open),
})

const ChatBackground = later(
  () => import('../rooms/team/chat/ChatBackground.tsx').then((code) => code.ChatBackground),
  { isWanted: useChatWanted, Meanwhile: () => null },
)
const ChatDock = later(() => import('../rooms/team/chat/ChatDock.tsx').then((code) => code.ChatDock), {
  isWanted: () => useChatOptions(({ isDocked }) => isDocked),
})
const MailBackground = later(
  () => import('../rooms/team/mail/MailBackground.tsx').then((code) => code.MailBackground),
  { isWanted: useQuiet, Meanwhile: () => null },
)
const CallsBackground = later(
  () => import('../rooms/team/calls/CallsBackground.tsx').then((code) => code.CallsBackground),
  { isWanted: useQuiet, Meanwhile: () => null },
)
const DiscussDialog = later(
  () => import('../rooms/team/forum/object/DiscussDialog.tsx').then((code) => code.DiscussDialog),
  { isWanted: () => useDiscuss(({ card }) => card !== null) },
)
const VisitLog = later(() => import('../rooms/vessels/visits/VisitLog.tsx').then((code) => code.VisitLog), {
  isWanted: () => useVisitLog(({ of }) => of !== null),
})

const waitText = (ahead: number) =>
  ahead === 0
    ? 'Your file is queued behind files of other users.'
    : `Your file is queued behind ${ahead === 1 ? 'another file' : `${ahead} other files`} of yours.`

const fetchLate = async () => {
  await fetchToastHost().catch(() => undefined)
  await fetchRest()
  keepShell()
}

/** The shell of every screen behind the login. */
export function Component() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } }),
  )
  const isNavCollapsed = useUi((state) => state.style.navCollpased)
  const isWall = useWall((state) => state.isOn)
  const bars = usePublishedHeight<HTMLDivElement>('--frame-top')
  const isOnTheWay = useNavigation().state === 'loading'
  useSettingsOfUser()
  usePaletteOfUser()
  useMapAddress()
  useWindows()
  useEffect(showSocketState, [])
  useResync(() => void queries.invalidateQueries())
  usePush(fileWaits, ({ ahead }) => toast(waitText(ahead)))
  useEffect(followDisplay, [])
  useEffect(() => whenQuiet(() => void fetchLate()), [])
  usePaletteKey()
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <OfUsers />
        <FollowPresence />
        <News />
        <FollowDialog />
        <a className="skip-link" href="#screen">
          Skip to content
        </a>
        <div className="home" data-wall={isWall || undefined}>
          <div ref={bars} className="home-bars">
            <Banner />
            {!isWall && (isNavCollapsed ? <BarHandle /> : <TopBar />)}
          </div>
          <div className="home-middle">
            {!isWall && <SideRail />}
            <div className="home-column">
              {isOnTheWay && <div className="home-progress" role="progressbar" aria-label="Loading screen" />}
              <main className="home-screen" id="screen" tabIndex={-1}>
                <Outlet />
              </main>
              {!isWall && <FooterDrawer />}
            </div>
            {!isWall && <Dock />}
          </div>
        </div>
        {isWall ? <Wall /> : <CommandPalette />}
        {!isWall && <KeysHelp />}
        <ChatBackground />
        <MailBackground />
        <CallsBackground />
        <DiscussDialog />
        <IdleWarning />
        <Cover />
        <VisitLog />
      </QueryClientProvider>
    </Themed>
  )
}

/** Returns true once the first screen has come, or something is to be shared. */
function useChatWanted() {
  const isQuiet = useQuiet()
  const isSharing = useShare(({ card }) => card !== null)
  return isQuiet || isSharing
}

/** The chat beside every screen but its own. */
function Dock() {
  const isDocked = useChatOptions((state) => state.isDocked)
  const isOnChat = useLocation().pathname.startsWith(CHAT)
  return isDocked && !isOnChat && <ChatDock />
}

/** Once an outage: that the socket cannot be opened. */
const showSocketState = () =>
  useWire.subscribe(({ failures }, before) => {
    if (failures === 1 && before.failures === 0) reportSocketFailure()
  })

const FollowDialog = later(
  () => import('../rooms/vessels/subscriptions/FollowDialog.tsx').then((code) => code.FollowDialog),
  {
    isWanted: () => useFollow(({ wanted }) => wanted !== null),
  },
)

/** Loads the users and invalidates cached data when users or zones change. */
function OfUsers() {
  useAllUsers()
  usePush(tableUpdate, ({ table }) => {
    if (table === 'users' || table === 'zones') invalidate()
  })
  return null
}

/** Shows the user's notifications on every screen and opens the map for an item requested there. */
function News() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const wanted = useFound((state) => state.wanted)
  useEffect(() => {
    if (wanted === null || pathname === MAP || pathname === REPLAY) return
    // A vessel opens its page when no map is shown.
    if (wanted.kind === 'ship') useFound.setState({ wanted: null })
    void navigate(wanted.kind === 'ship' ? vesselLink(wanted.id) : MAP)
  }, [wanted, pathname, navigate])
  useUserNotifications(showNotifications)
  useLogAddress()
  return null
}

/** Units and times follow the user; the chosen map profile is shown on the first map of a tab. */
function useSettingsOfUser() {
  const user = useSession((state) => state.user)
  const settings = user?.userSettings
  useEffect(() => {
    if (settings !== undefined) useSettings.setState(settings)
  }, [settings])
  // Once a login: later the user's own choice in this tab counts.
  const shownFor = useRef<string | null>(null)
  useEffect(() => {
    if (user === null || shownFor.current === user.id) return
    shownFor.current = user.id
    applyChosenProfile(user.mapProfile)
  }, [user])
}
