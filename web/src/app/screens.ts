import {
  IconActivityHeartbeat,
  IconAlertOctagon,
  IconAlertTriangle,
  IconAnchor,
  IconAntenna,
  IconAntennaOff,
  IconBell,
  IconBellCog,
  IconBuildingLighthouse,
  IconChartSankey,
  IconFileImport,
  IconFlag,
  IconHelp,
  IconHistory,
  IconLayoutBoard,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconMap,
  IconMessage2,
  IconMessages,
  IconPhone,
  IconNews,
  IconPlayerTrackPrev,
  IconPolygon,
  IconRadar2,
  IconReportAnalytics,
  IconSitemap,
  IconSettings,
  IconShip,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'

import {
  CHAT,
  ANALYSIS,
  DASHBOARD,
  ALERTS,
  ALERT_DEFINITIONS,
  ALERT_FIGURES,
  EVENTS,
  DETECTORS,
  DUTIES,
  ESCALATION_POLICIES,
  MAIL,
  REPLAY,
  RULES,
  SILENT_VESSELS,
  VESSELS,
} from '../kit/pages/links.ts'
import { FORUM } from '../rooms/team/forum/forum-links.ts'

export const MAP = '/home/main/map'
/** Returns whether an address shows the chart over the whole screen. */
export const isMapAddress = (pathname: string) => pathname === MAP || pathname.startsWith('/home/map/')
export const NOTES = '/home/settings/releaseNotes'

/** Sections of the navigation in their order; a section without screens is left out. */
export const SECTIONS = ['Picture', 'Vessels', 'Watch', 'Team', 'Desk', 'Administration'] as const
type Section = (typeof SECTIONS)[number]

export type ScreenEntry = {
  path: string
  label: string
  Icon: Icon
  section: Section
  isForAdministrators: boolean
  /** Further words the palette finds it by. */
  keywords: string
  isInMenu: boolean
}

const entry = (
  section: Section,
  path: string,
  label: string,
  icon: Icon,
  keywords: string,
  more: Partial<ScreenEntry> = {},
): ScreenEntry => ({
  section,
  path,
  label,
  Icon: icon,
  keywords,
  isForAdministrators: false,
  isInMenu: true,
  ...more,
})

const forAdministrators = { isForAdministrators: true }

/** Every screen there is: the menu, the palette and the guards read this table. */
export const SCREENS: readonly ScreenEntry[] = [
  entry('Picture', MAP, 'Map', IconMap, 'chart picture vessels live ais'),
  entry('Picture', REPLAY, 'Replay', IconPlayerTrackPrev, 'history past record playback as known'),
  entry(
    'Picture',
    '/home/main/ports',
    'Ports',
    IconBuildingLighthouse,
    'harbour anchorage locode import world port index',
  ),
  entry(
    'Picture',
    '/home/main/eez',
    'EEZ and boundaries',
    IconFlag,
    'zones 12 24 nm marine regions import waters',
  ),
  entry('Picture', '/home/settings/mapProfiles', 'Map profiles', IconLayoutBoard, 'views workspace saved'),
  entry('Vessels', VESSELS, 'Vessels', IconShip, 'register identity imo mmsi names ships search'),
  entry(
    'Vessels',
    SILENT_VESSELS,
    'Silent vessels',
    IconAntennaOff,
    'gone silent dark ais off not received reachable area coverage confidence',
  ),
  entry(
    'Vessels',
    '/home/main/dashboard/vesselLists',
    'Vessel lists',
    IconListCheck,
    'fleets blacklist watch list dynamic members import csv',
  ),
  entry(
    'Vessels',
    '/home/main/portOfCalls',
    'Port of calls',
    IconAnchor,
    'port calls arrivals departures berth anchorage expected missed eta',
  ),
  entry(
    'Vessels',
    '/home/main/vesselNotifications',
    'Vessel notifications',
    IconBell,
    'subscriptions follow told arrival departure entry exit dark identity near unread',
  ),
  entry('Watch', ALERTS, 'Alerts', IconAlertTriangle, 'alarms triage acknowledge shelve resolve dismiss new'),
  entry('Watch', EVENTS, 'Events', IconAlertOctagon, 'anomalies detected reported incidents disasters list'),
  entry(
    'Watch',
    RULES,
    'Rules',
    IconSitemap,
    'detectors conditions builder template preview hits import export',
  ),
  entry(
    'Watch',
    DETECTORS,
    'Detectors',
    IconRadar2,
    'thresholds spoofing encounter loitering silent switch on off severity usual home flags',
    { isInMenu: false },
  ),
  entry(
    'Watch',
    ALERT_DEFINITIONS,
    'Alert definitions',
    IconAlertTriangle,
    'alarms raise severity window grace sound schedule escalation audience review disable',
    { isInMenu: false },
  ),
  entry(
    'Watch',
    ESCALATION_POLICIES,
    'Escalation policies',
    IconAlertTriangle,
    'alerts steps notify duty supervisor repeat acknowledge mail',
    { isInMenu: false },
  ),
  entry(
    'Watch',
    ALERT_FIGURES,
    'Alert load',
    IconAlertTriangle,
    'figures per hour officer flood chattering stale precision suggestions isa',
    { isInMenu: false },
  ),
  entry(
    'Watch',
    DUTIES,
    'On watch',
    IconUsers,
    'duty roster watch officer supervisor desk who is on shift put on',
    { isInMenu: false },
  ),
  entry(
    'Team',
    CHAT,
    'Chat',
    IconMessages,
    'messages channels direct group talk threads mentions people ask the watch',
  ),
  entry(
    'Team',
    MAIL,
    'Mail',
    IconMail,
    'inbox e-mail email compose send drafts reply forward attachments signatures duty mailbox',
  ),
  entry(
    'Team',
    FORUM,
    'Forum',
    IconMessage2,
    'topics posts categories discussion knowledge replies tags moderator',
  ),
  entry(
    'Team',
    '/home/collaboration/calls',
    'Calls',
    IconPhone,
    'phone ring video audio microphone camera missed log dial',
  ),
  entry(
    'Desk',
    DASHBOARD,
    'Dashboard',
    IconLayoutDashboard,
    'figures analytics morning brief panels charts counts baseline wall statistics',
  ),
  entry(
    'Desk',
    `${DASHBOARD}/reports`,
    'Reports',
    IconReportAnalytics,
    'daily situation monthly maritime security update pdf csv schedule cron template run',
  ),
  entry(
    'Desk',
    ANALYSIS,
    'Analysis',
    IconChartSankey,
    'area eez port list box who was there hours visits flows from to matrix compare unusual new vessels',
  ),
  entry(
    'Administration',
    '/home/security/userManagement',
    'User management',
    IconUsers,
    'accounts rights block password',
    forAdministrators,
  ),
  entry(
    'Administration',
    '/home/security/userActivity',
    'User activity',
    IconHistory,
    'audit record sessions who did',
    forAdministrators,
  ),
  entry(
    'Administration',
    '/home/security/groups',
    'Groups',
    IconUsersGroup,
    'roster members colour mention recipients',
    forAdministrators,
  ),
  entry(
    'Administration',
    '/home/security/zones',
    'Zones',
    IconPolygon,
    'areas access rights',
    forAdministrators,
  ),
  entry(
    'Administration',
    '/home/settings/system',
    'System',
    IconActivityHeartbeat,
    'utilisation health feeds cpu memory database',
  ),
  entry(
    'Administration',
    '/home/settings/notices',
    'Notification settings',
    IconBellCog,
    'matrix channels sound mail digest quiet hours test severity',
    { isInMenu: false },
  ),
  entry(
    'Administration',
    '/home/settings/feeds',
    'Feeds and sources',
    IconAntenna,
    'receiver connection nmea ais adsb tcp udp mqtt add pause test priority trust key',
    forAdministrators,
  ),
  entry(
    'Administration',
    '/home/settings/administration',
    'Administration',
    IconSettings,
    'settings options timeout policy banner',
    forAdministrators,
  ),
  entry(
    'Administration',
    '/home/settings/imports',
    'Track imports',
    IconFileImport,
    'csv geojson kml gpx nmea file history bring in upload',
    forAdministrators,
  ),
  entry(
    'Administration',
    '/home/settings/registerImports',
    'Register imports',
    IconFileImport,
    'csv table of ships lloyds imo bring in upload vessels',
    forAdministrators,
  ),
  entry('Administration', NOTES, 'Release notes', IconNews, 'what is new changes version'),
  entry('Administration', '/home/settings/help', 'Help', IconHelp, 'manual keys how to'),
  entry(
    'Administration',
    '/home/account',
    'My account',
    IconUserCircle,
    'password second factor passkey sessions display units time zone',
    { isInMenu: false },
  ),
]

/** Screens this user may open. */
export const screensFor = (isAdministrator: boolean) =>
  SCREENS.filter((screen) => isAdministrator || !screen.isForAdministrators)
