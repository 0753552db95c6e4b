import { amount, number, type SettingRule } from './setting-rule.ts'
import { TEAM_SETTINGS } from './team-settings.ts'

export type { SettingRule } from './setting-rule.ts'

/** The number of an amount; `usual` when it is none. */
export function amountOf(value: unknown, usual: string): number {
  const read = typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
  return Number.isFinite(read) ? read : Number.parseFloat(usual)
}

/**
 * The settings administrators change while the server runs: key, what it does, kind, limits and default. Only
 * settings that something obeys stand here.
 */
export const ADMIN_SETTINGS: readonly SettingRule[] = [
  number(
    'session.timeout_min',
    'Idle timeout',
    'A session without input for this long ends.',
    'min',
    [5, 30, 1440],
    { public: true },
  ),
  number(
    'session.warn_before_min',
    'Warning before the timeout',
    'Time before the end at which the user can choose to stay signed in.',
    'min',
    [1, 5, 60],
    { public: true },
  ),
  number(
    'session.max_hours',
    'Longest session',
    'After this long the user logs in again, however busy.',
    'h',
    [1, 12, 168],
  ),
  {
    key: 'session.displays',
    group: 'session',
    label: 'Wall displays',
    what: 'Users whose session does not end for want of work while their screen is a wall display; every user sees who they are.',
    kind: 'list',
    default: [],
    public: true,
  },
  number(
    'session.max_sessions',
    'Sessions of one user',
    'A further login ends the oldest session.',
    '',
    [1, 5, 50],
  ),
  number(
    'session.lock_after',
    'Wrong passwords until locked',
    'After so many within 15 minutes the account waits.',
    '',
    [3, 5, 50],
  ),
  number('session.lock_min', 'Lock', 'How long a locked account waits.', 'min', [1, 15, 1440]),
  number(
    'password.min_length',
    'Least length',
    'New passwords are at least this long.',
    'characters',
    [12, 12, 64],
    { public: true },
  ),
  number(
    'password.classes',
    'Kinds of characters',
    'How many of upper case, lower case, numbers and special characters a new password mixes.',
    '',
    [1, 4, 4],
    { public: true },
  ),
  number(
    'password.history',
    'Passwords remembered',
    'A new password differs from so many earlier ones.',
    '',
    [0, 10, 24],
  ),
  number(
    'password.max_age_days',
    'Oldest password',
    'An older password must be changed at the next login; 0 for never.',
    'days',
    [0, 180, 3650],
  ),
  {
    key: 'password.banned_list',
    group: 'password',
    label: 'Banned words',
    what: 'No new password may be made of one of these words, however it is disguised.',
    kind: 'list',
    default: [],
  },
  {
    key: 'security.second_factor',
    group: 'security',
    label: 'Second factor required of',
    what: 'Who must set up an authenticator or a passkey before going on.',
    kind: 'choice',
    choices: ['nobody', 'administrators', 'everyone'],
    default: 'nobody',
  },
  number('map.max_zoom', 'Closest zoom', 'How far the chart may be zoomed in.', '', [10, 18, 22], {
    public: true,
  }),
  ...TEAM_SETTINGS,
  number('limits.cpu_pct', 'Processor', 'Above this the system screen shows red.', '%', [10, 90, 100]),
  number('limits.mem_pct', 'Memory', 'Above this the system screen shows red.', '%', [10, 90, 100]),
  number('limits.disk_pct', 'Disk', 'Above this the system screen shows red.', '%', [10, 85, 100]),
  number(
    'limits.loop_lag_ms',
    'Delay of the server',
    'Above this the system screen shows red.',
    'ms',
    [10, 100, 10_000],
  ),
  number(
    'limits.feed_p95_s',
    'Latency of a feed (95 %)',
    'Above this the system screen shows red.',
    's',
    [1, 3600, 86_400],
  ),
  number(
    'limits.db_waiting',
    'Rows waiting to be stored',
    'Above this the system screen shows red.',
    'rows',
    [100, 50_000, 10_000_000],
  ),
  number(
    'system.user_files_mb',
    'Files of one user',
    'Files that one user brought to events, all together; a further one is refused.',
    'MB',
    [1, 2000, 1_000_000],
  ),
  number(
    'system.files_gb',
    'Files of everybody',
    'Files of all users, pages, imports and exports, all together; a further one is refused.',
    'GB',
    [1, 500, 1_000_000],
  ),
  number(
    'ais.hot_hours',
    'Positions stored as rows',
    'Older ones are packed: a sixth of the space, found as before.',
    'h',
    [2, 48, 720],
  ),
  number(
    'ais.retention_raw_days',
    'Every position stored for',
    'Of older days the points that matter to each track stay; quarantined positions and further receivers go.',
    'days',
    [31, 400, 36_500],
  ),
  number(
    'ais.retention_thin_days',
    'Thinned tracks stored for',
    'Older days are deleted, with their hourly counts and weather forecasts.',
    'days',
    [31, 1825, 36_500],
  ),
  number(
    'ais.thin_error_m',
    'Error of thinned tracks',
    'No position that is left out lies further from the thinned track at its time.',
    'm',
    [5, 100, 5000],
  ),
  number(
    'reports.retention_days',
    'Reports stored for',
    'Older reports and their files are deleted, templates stay; 0 never deletes.',
    'days',
    [0, 400, 36_500],
  ),
  number(
    'alerts.ack_critical_min',
    'Unassigned critical alert',
    'It goes to the supervisor after so long, after as long again to the duty officer.',
    'min',
    [1, 2, 120],
  ),
  number(
    'alerts.ack_high_min',
    'Unassigned high alert',
    'It goes to the supervisor after so long, after as long again to the duty officer.',
    'min',
    [1, 5, 240],
  ),
  number(
    'alerts.ack_medium_min',
    'Unassigned medium alert',
    'It goes to the supervisor after so long, after as long again to the duty officer; 0 never.',
    'min',
    [0, 0, 480],
  ),
  number(
    'alerts.flood_limit',
    'Flood of alerts',
    'More in a minute are shown in groups and notified once.',
    'alerts a minute',
    [2, 20, 10_000],
  ),
  number(
    'ais.feed_delay_min',
    'Silent ship',
    'Subscribers are notified that a vessel went dark when it sent nothing for this long while its source was up.',
    'min',
    [5, 120, 2880],
  ),
  number(
    'ais.raw_lines_days',
    'Raw messages stored for',
    'What was received for each position, as it came, about 25 bytes each; 0 keeps none.',
    'days',
    [0, 30, 3650],
  ),
  amount(
    'ais.interval',
    'Usual length of a track',
    'Length of a track when no period is chosen.',
    ' minutes',
    [10, 5760, 44_640],
  ),
  amount(
    'ais.path_radius',
    'Radius of nearby vessels',
    'Default radius of the search for nearby vessels.',
    'KM',
    [1, 5, 500],
  ),
  amount(
    'ais.path_time',
    'Age of nearby vessels',
    'Default maximum age of the last position of a nearby vessel.',
    ' Hours',
    [1, 10, 96],
  ),
  {
    key: 'system.banner',
    group: 'system',
    label: 'Banner',
    what: 'A line everybody sees at the top of every screen; empty for none.',
    kind: 'text',
    max: 300,
    default: '',
    public: true,
  },
  {
    key: 'system.maintenance',
    group: 'system',
    label: 'Maintenance',
    what: 'While on, only administrators work; others see that they must come back later.',
    kind: 'flag',
    default: false,
    public: true,
  },
  {
    key: 'system.log_level',
    group: 'system',
    label: 'Log',
    what: 'What the server writes to its log.',
    kind: 'choice',
    choices: ['error', 'warn', 'info'],
    default: 'info',
  },
]

export type SettingValue = number | boolean | string | string[]

/** Returns the fault of a value for a key, as words after its label; null when the value fits. */
export function settingFault(rule: SettingRule, value: unknown): string | null {
  switch (rule.kind) {
    case 'number': {
      if (typeof value !== 'number' || !Number.isInteger(value)) return 'must be a whole number'
      if (value < rule.min! || value > rule.max!) return `must be between ${rule.min} and ${rule.max}`
      return null
    }
    case 'amount': {
      const text = String(value)
      const digits = text.endsWith(rule.unit!) ? text.slice(0, -rule.unit!.length) : ''
      if (!/^\d{1,6}$/.test(digits)) return `must read like '${String(rule.default)}'`
      const [size, least, most] = [Number(digits), rule.min!, rule.max!]
      return size >= least && size <= most ? null : `must be between ${least} and ${most}`
    }
    case 'flag':
      return typeof value === 'boolean' ? null : 'must be on or off'
    case 'choice':
      return rule.choices!.includes(value as string) ? null : `must be one of ${rule.choices!.join(', ')}`
    case 'text':
      return typeof value === 'string' && value.length <= rule.max!
        ? null
        : `must be text of at most ${rule.max} characters`
    case 'list':
      return Array.isArray(value) &&
        value.length <= 1000 &&
        value.every((one) => typeof one === 'string' && one.trim() !== '' && one.length <= 100)
        ? null
        : 'must be a list of words'
  }
}
