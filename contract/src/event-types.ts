export const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
type Severity = (typeof SEVERITIES)[number]

/** Categories of the monthly maritime security updates, and one for what vessels' own reports show. */
export const EVENT_CATEGORIES = [
  'PIRACY_ARMED_ROBBERY',
  'MARITIME_TERRORISM',
  'CONTRABAND_SMUGGLING',
  'IUU_FISHING',
  'IRREGULAR_HUMAN_MIGRATION',
  'MARITIME_INCIDENT',
  'NATURAL_EVENT',
  'ENVIRONMENTAL_SECURITY',
  'HYBRID_MARITIME_THREAT',
  'AIS_BEHAVIOUR',
] as const
export type EventCategory = (typeof EVENT_CATEGORIES)[number]

export type CategoryLooks = {
  label: string
  color: string
  /** Shape of its mark, distinguishable without colour. */
  icon: 'diamond' | 'cross' | 'hexagon' | 'fish' | 'boat' | 'square' | 'wave' | 'drop' | 'bolt' | 'circle'
}
/** Colours that are readable on all charts; none is the red of an alarm, which is reserved for alarms. */
export const CATEGORY_LOOKS: Record<EventCategory, CategoryLooks> = {
  PIRACY_ARMED_ROBBERY: { label: 'Piracy and armed robbery', color: '#d6409f', icon: 'diamond' },
  MARITIME_TERRORISM: { label: 'Maritime terrorism', color: '#8e4ec6', icon: 'cross' },
  CONTRABAND_SMUGGLING: { label: 'Contraband smuggling', color: '#b07a3c', icon: 'hexagon' },
  IUU_FISHING: { label: 'IUU fishing', color: '#2f9e77', icon: 'fish' },
  IRREGULAR_HUMAN_MIGRATION: { label: 'Irregular human migration', color: '#5b8def', icon: 'boat' },
  MARITIME_INCIDENT: { label: 'Maritime incident', color: '#3fa7d6', icon: 'square' },
  NATURAL_EVENT: { label: 'Natural event', color: '#6f7fd8', icon: 'wave' },
  ENVIRONMENTAL_SECURITY: { label: 'Environmental security', color: '#7aa23a', icon: 'drop' },
  HYBRID_MARITIME_THREAT: { label: 'Hybrid maritime threat', color: '#9a6fb0', icon: 'bolt' },
  AIS_BEHAVIOUR: { label: 'AIS behaviour', color: '#7d8fa3', icon: 'circle' },
}

export type EventTypeRow = {
  code: string
  label: string
  category: EventCategory
  /** Detector that finds it; null for reports of people. */
  detector: string | null
  default_params: Record<string, number>
  severity: Severity
  /** Found in signals, reported by people, or a disaster. */
  origin: 'DETECTED' | 'REPORTED' | 'DISASTER'
}

const detected = (code: string, label: string, severity: Severity, default_params: Record<string, number>) =>
  ({
    code,
    label,
    category: 'AIS_BEHAVIOUR',
    detector: code,
    default_params,
    severity,
    origin: 'DETECTED',
  }) as const
const reported = (code: string, label: string, category: EventCategory, severity: Severity) =>
  ({ code, label, category, detector: null, default_params: {}, severity, origin: 'REPORTED' }) as const
const disaster = (code: string, label: string, category: EventCategory, severity: Severity) =>
  ({ code, label, category, detector: null, default_params: {}, severity, origin: 'DISASTER' }) as const

/** The nine of the specification with their defaults, what people report, and disasters. */
export const EVENT_TYPES: readonly EventTypeRow[] = [
  detected('ENCOUNTER_EVENT', 'Encounter', 'MEDIUM', {
    max_nm: 0.27,
    max_sog_kn: 2,
    min_minutes: 120,
    port_nm: 10,
  }),
  detected('SPOOFING_EVENT', 'Spoofing', 'HIGH', { max_kn: 60, times: 2, station_nm: 200 }),
  detected('LOITERING_EVENT', 'Loitering', 'LOW', { max_sog_kn: 2, min_minutes: 240 }),
  detected('ABNORMAL_TIME', 'Abnormal time', 'LOW', { sd: 4, days: 30 }),
  detected('ILLEGAL_IMO', 'Illegal IMO number', 'INFO', {}),
  detected('SPEED_CHANGE', 'Speed change', 'LOW', { min_kn: 8, within_minutes: 10, type_factor: 1.3 }),
  detected('COURSE_CHANGE', 'Course change', 'LOW', { min_deg: 60, within_minutes: 10, min_sog_kn: 5 }),
  detected('HDB_SCAN', 'Unusual route', 'LOW', { days: 90 }),
  detected('DEAD_REACON', 'Position differs from prediction', 'LOW', { error_factor: 3 }),
  reported('ATTACK', 'Attack or boarding', 'PIRACY_ARMED_ROBBERY', 'HIGH'),
  reported('SUSPICIOUS_APPROACH', 'Suspicious approach', 'PIRACY_ARMED_ROBBERY', 'MEDIUM'),
  reported('TERRORIST_ACT', 'Act of terrorism', 'MARITIME_TERRORISM', 'CRITICAL'),
  reported('SEIZURE', 'Seizure of contraband', 'CONTRABAND_SMUGGLING', 'MEDIUM'),
  reported('ILLEGAL_FISHING', 'Illegal fishing', 'IUU_FISHING', 'MEDIUM'),
  reported('MIGRATION', 'Irregular migration', 'IRREGULAR_HUMAN_MIGRATION', 'HIGH'),
  reported('INCIDENT', 'Incident', 'MARITIME_INCIDENT', 'MEDIUM'),
  reported('POLLUTION', 'Pollution or dumping', 'ENVIRONMENTAL_SECURITY', 'MEDIUM'),
  reported('JAMMING', 'Jamming or interference', 'HYBRID_MARITIME_THREAT', 'MEDIUM'),
  reported('SIGHTING', 'Sighting', 'MARITIME_INCIDENT', 'INFO'),
  disaster('CYCLONE', 'Cyclone', 'NATURAL_EVENT', 'HIGH'),
  disaster('TSUNAMI', 'Tsunami', 'NATURAL_EVENT', 'CRITICAL'),
  disaster('EARTHQUAKE', 'Earthquake', 'NATURAL_EVENT', 'HIGH'),
  disaster('VOLCANO', 'Volcano', 'NATURAL_EVENT', 'HIGH'),
  disaster('OIL_SPILL', 'Oil spill', 'ENVIRONMENTAL_SECURITY', 'HIGH'),
  disaster('FIRE', 'Fire on board', 'MARITIME_INCIDENT', 'HIGH'),
  disaster('SINKING', 'Sinking', 'MARITIME_INCIDENT', 'CRITICAL'),
  disaster('COLLISION', 'Collision', 'MARITIME_INCIDENT', 'HIGH'),
  disaster('GROUNDING', 'Grounding', 'MARITIME_INCIDENT', 'MEDIUM'),
  disaster('SAR', 'Search and rescue', 'MARITIME_INCIDENT', 'HIGH'),
]
/** Types found by detectors only, under the specification's names for alerts and marks. */
const FOUND_TYPES: readonly EventTypeRow[] = [
  detected('FEED_DELAY', 'Gone silent', 'MEDIUM', {}),
  detected('TWELVE_NM', 'Past 12 NM', 'MEDIUM', {}),
  detected('TWENTY_FOUR_NM', 'Past 24 NM', 'MEDIUM', {}),
  detected('AREA_OF_INTEREST', 'In an area of interest', 'LOW', {}),
  detected('IMO_MISMATCH', 'IMO mismatch', 'MEDIUM', {}),
  detected('NAME_MISMATCH', 'Name mismatch', 'LOW', {}),
  detected('MMSI_DUPLICATE', 'MMSI duplicate', 'HIGH', {}),
  detected('ILLEGAL_MMSI', 'Illegal MMSI', 'INFO', {}),
  detected('BLACKLIST', 'Blacklist', 'HIGH', {}),
]
/** All types that events are listed under. */
export const LISTED_TYPES: readonly EventTypeRow[] = [...EVENT_TYPES, ...FOUND_TYPES]
/** Codes of events that people report or detectors find. */
export const EVENT_CODES: readonly string[] = LISTED_TYPES.map(({ code }) => code)
/** Codes of all that detectors find. */
export const DETECTED_TYPES: readonly string[] = LISTED_TYPES.filter(
  ({ origin }) => origin === 'DETECTED',
).map(({ code }) => code)
/** Detections reported once per number, with the first vessel that uses it; they concern each of these vessels. */
export const OF_A_NUMBER: readonly string[] = ['MMSI_DUPLICATE']
export const eventTypeOf = (code: string): EventTypeRow | undefined =>
  EVENT_TYPES.find((one) => one.code === code) ?? FOUND_TYPES.find((one) => one.code === code)
