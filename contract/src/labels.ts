// Labels of codes on the wire, one table for each kind of code. A code without a label does not compile where it is shown.

/** Severities of alerts, rules and events, and `WARNING` of notifications. */
export const SEVERITY_LABELS = {
  INFO: 'Info',
  LOW: 'Low',
  MEDIUM: 'Medium',
  WARNING: 'Warning',
  HIGH: 'High',
  CRITICAL: 'Critical',
}
export type LabelledSeverity = keyof typeof SEVERITY_LABELS

/** Roles of duties. */
export const DUTY_ROLE_LABELS = {
  WATCH_OFFICER: 'Watch officer',
  SUPERVISOR: 'Supervisor',
  DUTY_OFFICER: 'Duty officer',
}

export const ANOMALY_LABELS = {
  TWELVE_NM: 'Past 12 NM',
  TWENTY_FOUR_NM: 'Past 24 NM',
  BLACKLIST: 'Blacklist',
  IMO_MISMATCH: 'IMO mismatch',
  MMSI_DUPLICATE: 'MMSI duplicate',
  AREA_OF_INTEREST: 'Area of interest',
  LOITERING: 'Loitering',
  ILLEGAL_MMSI: 'Illegal MMSI',
  NAME_MISMATCH: 'Name mismatch',
  ENCOUNTER_EVENT: 'Encounter',
  SPOOFING_EVENT: 'Spoofing',
  ABNORMAL_TIME: 'Abnormal time',
  ILLEGAL_IMO: 'Illegal IMO number',
  SPEED_CHANGE: 'Speed change',
  COURSE_CHANGE: 'Course change',
  HDB_SCAN: 'Unusual route',
  DEAD_REACON: 'Position differs from prediction',
  FEED_DELAY: 'Gone silent',
}

export const SHIP_TYPE_LABELS = {
  UNKNOWN: 'Unknown',
  PLEASURECRAFT: 'Pleasure craft',
  HIGHSPEED: 'High-speed craft',
  PASSENGER: 'Passenger',
  FISHING: 'Fishing',
  OTHERS: 'Other',
  TANKER: 'Tanker',
  CARGO: 'Cargo',
  'TUGS & SPECIAL CRAFTS': 'Tug or special craft',
}

export const ALERT_STATE_LABELS = {
  NEW: 'New',
  ACKNOWLEDGED: 'Acknowledged',
  IN_PROGRESS: 'In progress',
  SHELVED: 'Shelved',
  RESOLVED: 'Resolved',
  DISMISSED: 'Dismissed',
}
export const ALERT_CONDITION_LABELS = {
  ACTIVE: 'Active',
  CLEARED: 'Cleared',
  REVISED: 'Revised',
}
/** Outcomes of an alert that an officer resolved or dismissed. */
export const OUTCOME_LABELS = {
  TRUE_POSITIVE: 'True',
  BENIGN: 'True but harmless',
  INCONCLUSIVE: 'Inconclusive',
  FALSE_POSITIVE: 'False alarm',
  DUPLICATE: 'Duplicate',
  EXPECTED: 'Expected',
}
export const DEFINITION_STATE_LABELS = {
  DRAFT: 'Draft',
  ENABLED: 'Enabled',
  DISABLED: 'Disabled',
  REVIEW_DUE: 'Review due',
  ERROR: 'In error',
}
/** States of a detector, and `EVENTS_ONLY` of one without an enabled alert definition. */
export const DETECTOR_STATE_LABELS = {
  READY: 'Ready',
  LEARNING: 'Learning',
  DEGRADED: 'Degraded',
  OFF: 'Off',
  EVENTS_ONLY: 'Events only',
}
export const RULE_STATE_LABELS = {
  DRAFT: 'Draft',
  ENABLED: 'On',
  DISABLED: 'Off',
  ERROR: 'Stopped',
  REVIEW_DUE: 'Review due',
  ARCHIVED: 'Deleted',
}
export const RUN_STATE_LABELS = {
  QUEUED: 'Queued',
  RUNNING: 'Running',
  SUCCEEDED: 'Done',
  PARTIAL: 'Done, not all hits stored',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}
export const HIT_STATE_LABELS = {
  HIT: 'Active',
  CLEARED: 'Cleared',
  REVISED: 'Revised',
}
export const JUDGEMENT_LABELS = {
  CONFIRMED: 'Confirmed',
  DISPUTED: 'Disputed',
}
export const EVENT_STATE_LABELS = {
  DETECTED: 'Not confirmed',
  CONFIRMED: 'Confirmed',
  DISPUTED: 'Disputed',
  REVISED: 'Revised',
  REMOVED: 'Removed',
}
/** States of an event that a user reported, with its origin. */
export const REPORTED_EVENT_LABELS = {
  DETECTED: 'Reported, not confirmed',
  CONFIRMED: 'Confirmed',
  DISPUTED: 'Disputed',
  REVISED: 'Revised by late data',
  REMOVED: 'Removed',
}
/** States of an event that a detector found, with its origin. */
export const DETECTED_EVENT_LABELS = {
  DETECTED: 'Detected, not confirmed',
  CONFIRMED: 'Detected and confirmed',
  DISPUTED: 'Detected, disputed',
  REVISED: 'Revised by late data',
  REMOVED: 'Removed',
}
export const PORT_CALL_STATE_LABELS = {
  EXPECTED: 'Expected',
  ANCHORED: 'At anchor',
  BERTHED: 'At the berth',
  DEPARTED: 'Departed',
  MISSED: 'Did not arrive',
  CANCELLED: 'Cancelled',
}
