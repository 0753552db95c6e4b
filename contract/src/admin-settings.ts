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
    'A session without input for this time ends.',
    'min',
    [5, 30, 1440],
    { public: true },
  ),
  number(
    'session.warn_before_min',
    'Warning before the timeout',
    'Time before the end at which the user can choose to stay logged in.',
    'min',
    [1, 5, 60],
    { public: true },
  ),
  number(
    'session.max_hours',
    'Maximum session length',
    'After this time the user must log in again, even if active.',
    'h',
    [1, 12, 168],
  ),
  {
    key: 'session.displays',
    group: 'session',
    label: 'Wall displays',
    what: 'Users whose sessions do not end when idle while their screen is a wall display. All users can see this list.',
    kind: 'list',
    default: [],
    public: true,
  },
  number(
    'session.max_sessions',
    'Sessions per user',
    'One more login ends the oldest session.',
    '',
    [1, 5, 50],
  ),
  number(
    'session.lock_after',
    'Wrong passwords before lock',
    'Number within 15 minutes that locks the account.',
    '',
    [3, 5, 50],
  ),
  number('session.lock_min', 'Lock time', 'Time for which an account stays locked.', 'min', [1, 15, 1440]),
  number(
    'password.min_length',
    'Minimum length',
    'Minimum length of new passwords.',
    'characters',
    [12, 12, 64],
    { public: true },
  ),
  number(
    'password.classes',
    'Character classes',
    'Number of classes (upper case, lower case, numbers, special characters) that a new password needs.',
    '',
    [1, 4, 4],
    { public: true },
  ),
  number(
    'password.history',
    'Passwords remembered',
    'A new password must differ from this number of earlier ones.',
    '',
    [0, 10, 24],
  ),
  number(
    'password.max_age_days',
    'Maximum password age',
    'An older password must be changed at the next login. 0 means never.',
    'days',
    [0, 180, 3650],
  ),
  {
    key: 'password.banned_list',
    group: 'password',
    label: 'Banned words',
    what: 'New passwords must not contain these words, also in disguised spelling.',
    kind: 'list',
    default: [],
  },
  {
    key: 'security.second_factor',
    group: 'security',
    label: 'Second factor required for',
    what: 'Users who must set up an authenticator or a passkey after login.',
    kind: 'choice',
    choices: ['nobody', 'administrators', 'everyone'],
    default: 'nobody',
  },
  number('map.max_zoom', 'Maximum zoom', 'Highest zoom level of the chart.', '', [10, 18, 22], {
    public: true,
  }),
  ...TEAM_SETTINGS,
  number('limits.cpu_pct', 'Processor', 'Above this value the System screen shows red.', '%', [10, 90, 100]),
  number('limits.mem_pct', 'Memory', 'Above this value the System screen shows red.', '%', [10, 90, 100]),
  number('limits.disk_pct', 'Disk', 'Above this value the System screen shows red.', '%', [10, 85, 100]),
  number(
    'limits.loop_lag_ms',
    'Server event-loop delay',
    'Above this value the System screen shows red.',
    'ms',
    [10, 100, 10_000],
  ),
  number(
    'limits.feed_p95_s',
    'Feed latency (95 %)',
    'Above this value the System screen shows red.',
    's',
    [1, 3600, 86_400],
  ),
  number(
    'limits.db_waiting',
    'Rows waiting for storage',
    'Above this value the System screen shows red.',
    'rows',
    [100, 50_000, 10_000_000],
  ),
  number(
    'system.user_files_mb',
    'Files per user',
    'Total size of files that one user added to events. Above it, uploads are refused.',
    'MB',
    [1, 2000, 1_000_000],
  ),
  number(
    'system.files_gb',
    'Files of all users',
    'Total size of files of all users, pages, imports and exports. Above it, uploads are refused.',
    'GB',
    [1, 500, 1_000_000],
  ),
  number(
    'ais.hot_hours',
    'Recent positions stored as rows for',
    'Older positions are packed to a sixth of the space and stay searchable.',
    'h',
    [2, 48, 720],
  ),
  number(
    'ais.retention_raw_days',
    'All positions stored for',
    'Older days are thinned to the points that shape each track. Quarantined positions and duplicate receptions are deleted.',
    'days',
    [31, 400, 36_500],
  ),
  number(
    'ais.retention_thin_days',
    'Thinned tracks stored for',
    'Older days are deleted with their hourly counts and weather forecasts.',
    'days',
    [31, 1825, 36_500],
  ),
  number(
    'ais.thin_error_m',
    'Thinning error',
    'Maximum distance of a removed position from the thinned track at its time.',
    'm',
    [5, 100, 5000],
  ),
  number(
    'reports.retention_days',
    'Reports stored for',
    'Older reports and their files are deleted. Templates stay. 0 means never.',
    'days',
    [0, 400, 36_500],
  ),
  number(
    'alerts.ack_critical_min',
    'Unassigned critical alert',
    'Escalates to the supervisor after this time, and to the duty officer after twice this time.',
    'min',
    [1, 2, 120],
  ),
  number(
    'alerts.ack_high_min',
    'Unassigned high alert',
    'Escalates to the supervisor after this time, and to the duty officer after twice this time.',
    'min',
    [1, 5, 240],
  ),
  number(
    'alerts.ack_medium_min',
    'Unassigned medium alert',
    'Escalates to the supervisor after this time, and to the duty officer after twice this time. 0 means never.',
    'min',
    [0, 0, 480],
  ),
  number(
    'alerts.flood_limit',
    'Alert burst',
    'More alerts in a minute are grouped and notified once.',
    'alerts per minute',
    [2, 20, 10_000],
  ),
  number(
    'ais.feed_delay_min',
    'Silent vessel',
    'Subscribers are notified when a vessel sends nothing for this time while its source is up.',
    'min',
    [5, 120, 2880],
  ),
  number(
    'ais.raw_lines_days',
    'Raw messages stored for',
    'Received message of each position, about 25 bytes each. 0 stores none.',
    'days',
    [0, 30, 3650],
  ),
  amount(
    'ais.interval',
    'Default track length',
    'Length of a track if no period is chosen.',
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
    what: 'Line shown to all users at the top of every screen. Empty for none.',
    kind: 'text',
    max: 300,
    default: '',
    public: true,
  },
  {
    key: 'system.maintenance',
    group: 'system',
    label: 'Maintenance',
    what: 'While on, only administrators can use Samudra. Other users see a maintenance notice.',
    kind: 'flag',
    default: false,
    public: true,
  },
  {
    key: 'system.log_level',
    group: 'system',
    label: 'Log level',
    what: 'Least severe messages written to the server log.',
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
      if (!/^\d{1,6}$/.test(digits)) return `must be written like '${String(rule.default)}'`
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
        : 'must be a list of words, each up to 100 characters'
  }
}
