import { isAdministrator } from '@samudra/contract/identity'
import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { signedIn } from '../wire/session.ts'
import { wantsTo } from '../wire/wanted.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { Loading } from './Loading.tsx'
import { fetchAhead } from '../kit/pages/fetch-code.ts'
import { fetched, type Load } from './fetch-screens.tsx'
import { NotFound } from './NotFound.tsx'
import { MAP, SCREENS } from './screens.ts'

/** Returns false while the user has a password set by another user, or lacks a required second factor. */
const maySeeHome = () => {
  const user = signedIn()
  return user !== null && !user.isDefaultPassword && !user.mustAddSecondFactor
}
const isAdmin = () => isAdministrator(signedIn()?.role ?? '')

/** Redirects a user who is no administrator to /login, which explains it and links back, so no redirect loop occurs. */
const forAdministrators = () => (isAdmin() ? null : redirect('/login'))

function screen(path: string, lazy: Load): RouteObject {
  fetchAhead(lazy)
  const isGuarded = SCREENS.some((one) => one.path === `/home/${path}` && one.isForAdministrators)
  return { path, lazy: fetched(lazy), ...(isGuarded ? { loader: forAdministrators } : {}) }
}

const chat = () => import('../rooms/team/chat/ChatScreen.tsx')
const mail = () => import('../rooms/team/mail/MailScreen.tsx')

const home: RouteObject = {
  path: '/home',
  lazy: fetched(() => import('./Home.tsx')),
  loader: ({ request }) => {
    if (maySeeHome()) return null
    const { pathname, search, hash } = new URL(request.url)
    wantsTo(pathname + search + hash)
    return redirect(signedIn() === null ? '/' : '/login')
  },
  children: [
    { index: true, loader: () => redirect(MAP) },
    screen('main/map', () => import('./pages/MapPage.tsx')),
    screen('map/replay', () => import('./pages/ReplayPage.tsx')),
    screen('map/plotAisTrack/:mmsi', () => import('./pages/PlaybackPage.tsx')),
    screen('main/vessels', () => import('../rooms/vessels/vessels/VesselsScreen.tsx')),
    screen('main/silentVessels', () => import('../rooms/vessels/silent-vessels/SilentVesselsScreen.tsx')),
    screen('vesselsDetails/:id', () => import('./pages/VesselPage.tsx')),
    screen('main/ports', () => import('../rooms/chart/ports/PortsScreen.tsx')),
    screen('portsDetails/:id', () => import('./pages/PortPage.tsx')),
    screen('main/eez', () => import('../rooms/chart/reference/EezScreen.tsx')),
    screen('main/dashboard', () => import('../rooms/desk/dashboard/DashboardScreen.tsx')),
    screen('main/dashboard/events', () => import('../rooms/watch/events/EventsScreen.tsx')),
    screen('main/dashboard/reports', () => import('../rooms/desk/reports/ReportsScreen.tsx')),
    screen('main/dashboard/analysis', () => import('../rooms/desk/analyses/AnalysisScreen.tsx')),
    screen('main/dashboard/alerts', () => import('../rooms/watch/alerts/list/AlertsScreen.tsx')),
    screen('main/dashboard/rules', () => import('../rooms/watch/rules/RulesScreen.tsx')),
    screen(
      'main/dashboard/rules/detectors',
      () => import('../rooms/watch/rules/detectors/DetectorsScreen.tsx'),
    ),
    screen('main/dashboard/rules/:id', () => import('../rooms/watch/rules/RuleScreen.tsx')),
    screen(
      'main/dashboard/alerts/definitions',
      () => import('../rooms/watch/alerts/definitions/DefinitionsScreen.tsx'),
    ),
    screen(
      'main/dashboard/alerts/policies',
      () => import('../rooms/watch/alerts/policies/PoliciesScreen.tsx'),
    ),
    screen('main/dashboard/alerts/figures', () => import('../rooms/watch/alerts/figures/FiguresScreen.tsx')),
    screen('main/dashboard/alerts/duties', () => import('../rooms/watch/alerts/duties/DutiesScreen.tsx')),
    screen('main/dashboard/vesselLists', () => import('../rooms/vessels/vessel-lists/ListsScreen.tsx')),
    screen(
      'main/dashboard/vesselLists/:id',
      () => import('../rooms/vessels/vessel-lists/VesselListScreen.tsx'),
    ),
    screen('main/portOfCalls', () => import('../rooms/vessels/port-calls/PortCallsScreen.tsx')),
    screen(
      'main/vesselNotifications',
      () => import('../rooms/vessels/subscriptions/VesselNotificationsScreen.tsx'),
    ),
    ...['collaboration/chat', 'collaboration/chat/:channel', 'collaboration/chat/:channel/:post'].map(
      (path) => screen(path, chat),
    ),
    ...['collaboration/mail', 'collaboration/mail/:folder', 'collaboration/mail/:folder/:mail'].map((path) =>
      screen(path, mail),
    ),
    screen('collaboration/forum', () => import('../rooms/team/forum/ForumScreen.tsx')),
    screen('collaboration/forum/user/:name', () => import('../rooms/team/forum/people/ForumUserScreen.tsx')),
    screen('collaboration/forum/flags', () => import('../rooms/team/forum/moderation/FlagsScreen.tsx')),
    ...['collaboration/forumDetails/:id/:name', 'collaboration/forumCommentsReplies/:id/:name/:cid'].map(
      (path) => screen(path, () => import('../rooms/team/forum/ForumDetailsScreen.tsx')),
    ),
    screen('collaboration/calls', () => import('../rooms/team/calls/CallsScreen.tsx')),
    screen(
      'security/userManagement',
      () => import('../rooms/centre/identity/users/UserManagementScreen.tsx'),
    ),
    screen('security/userActivity', () => import('../rooms/centre/identity/activity/UserActivityScreen.tsx')),
    screen('security/groups', () => import('../rooms/centre/identity/groups/GroupsScreen.tsx')),
    screen('security/zones', () => import('../rooms/centre/identity/ZonesScreen.tsx')),
    screen('settings/administration', () => import('../rooms/centre/settings/AdminSettingsScreen.tsx')),
    screen('settings/feeds', () => import('../rooms/picture/feeds/FeedsScreen.tsx')),
    screen('settings/imports', () => import('../rooms/past/exchange/TrackImportsScreen.tsx')),
    screen('settings/registerImports', () => import('../rooms/vessels/vessels/RegisterImportsScreen.tsx')),
    screen('settings/system', () => import('../rooms/centre/settings/SystemScreen.tsx')),
    screen('settings/mapProfiles', () => import('../rooms/centre/settings/MapProfilesScreen.tsx')),
    screen('settings/notices', () => import('../rooms/watch/notifications/NotificationsScreen.tsx')),
    screen('settings/releaseNotes', () => import('../rooms/centre/settings/ReleaseNotesScreen.tsx')),
    screen('settings/help', () => import('../rooms/centre/settings/HelpScreen.tsx')),
    screen('account', () => import('../rooms/centre/identity/account/AccountScreen.tsx')),
    { path: '*', element: <NotFound isInside /> },
  ],
}

/** Paths the specification names without their prefix; they lead to the same under /home. */
export const UNPREFIXED = [
  'main/map',
  'main/dashboard',
  'main/dashboard/*',
  'main/ports',
  'main/vessels',
  'main/portOfCalls',
  'main/vesselNotifications',
  'main/eez',
  'map/*',
  'security/*',
  'collaboration/*',
  'vesselsDetails/:id',
  'portsDetails/:id',
] as const

const prefixed = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search, hash } = new URL(request.url)
  return redirect(`/home${pathname}${search}${hash}`)
}

export const routes: RouteObject[] = [
  {
    ...screen('/', () => import('./landing/Landing.tsx').then(({ Landing: Component }) => ({ Component }))),
    loader: () => (maySeeHome() ? redirect(MAP) : null),
  },
  screen('/login', () => import('../rooms/centre/identity/login/LoginScreen.tsx')),
  home,
  ...UNPREFIXED.map((path): RouteObject => ({ path: `/${path}`, loader: prefixed })),
  { path: '*', Component: NotFound },
]

/** Made when the page has looked at the stored session, since the first loader runs at once. */
export function router() {
  return createBrowserRouter([{ ErrorBoundary: ErrorPage, HydrateFallback: Loading, children: routes }])
}
