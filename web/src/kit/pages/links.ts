export const VESSELS = '/home/main/vessels'
export const SILENT_VESSELS = '/home/main/silentVessels'
/** Returns the page of a vessel, by its id in the register or its MMSI. */
export const vesselLink = (id: string, asOf?: string) =>
  `/home/vesselsDetails/${id}${asOf === undefined ? '' : `?as_of=${encodeURIComponent(asOf)}`}`
/** Returns the page of one of the vessels under an MMSI; without a split, of the one last received. */
export const shipLink = (mmsi: string, split: number | null = null) =>
  vesselLink(split === null ? mmsi : `${mmsi}.${split}`)
export const REPLAY = '/home/map/replay'
export const DASHBOARD = '/home/main/dashboard'
export const ANALYSIS = `${DASHBOARD}/analysis`
/** Address of the analysis of an area, a port or a vessel list, before a period is chosen. */
export const analysisLink = (kind: 'AREA' | 'PORT' | 'LIST', id: string) =>
  `${ANALYSIS}?kind=${kind}&of=${encodeURIComponent(id)}`
/** Events of some types or categories, or of a time. */
export const EVENTS = `${DASHBOARD}/events`
export const ALERTS = '/home/main/dashboard/alerts'
/** One alert, however it stands. */
export const alertLink = (id: string) => `${ALERTS}?state=ALL&open=${encodeURIComponent(id)}`
export const RULES = '/home/main/dashboard/rules'
export const ruleLink = (id: string) => `${RULES}/${encodeURIComponent(id)}`
/** Address of the detectors. */
export const DETECTORS = `${RULES}/detectors`
export const detectorLink = (code: string) => `${DETECTORS}?open=${encodeURIComponent(code)}`
export const ALERT_DEFINITIONS = `${ALERTS}/definitions`
export const MAIL = '/home/collaboration/mail'
export const ESCALATION_POLICIES = `${ALERTS}/policies`
export const ALERT_FIGURES = `${ALERTS}/figures`
export const DUTIES = `${ALERTS}/duties`
export const CHAT = '/home/collaboration/chat'
/** Address that opens the direct conversation with a user. */
export const personLink = (userId: string) => `${CHAT}/@${userId}`
