import {
  all,
  any,
  attr,
  courseChange,
  falseSpeed,
  HARBOUR_CRAFT,
  LEAST_JUMP_NM,
  LYING,
  MOST_KN,
  notHers,
  offTheReckoned,
  orUntold,
  RESTLESS,
  SHIPS,
  SLOW_BY_TRADE,
  speedChange,
  jump,
} from './conditions.ts'
import { D3, DESIGN, threshold, type Detector } from './detector.ts'
import type { RuleNode } from '@samudra/contract/rules'

const HOUR_MIN = 60
/** Distance from ports within which vessels slow down, turn and lie for a reason. */
const portNm = (source: string) =>
  threshold('port_nm', 'Away from ports by at least', 'NM', 10, [0, 100], source)

const ENCOUNTER: Detector = {
  code: 'ENCOUNTER_EVENT',
  label: 'Encounter',
  text: 'The vessel has met another vessel at sea.',
  severity: 'MEDIUM',
  description:
    'Two vessels are close together and slow for hours, away from ports, or closer for half an hour. Tugs, pilots and fishing vessels are left out.',
  thresholds: [
    threshold(
      'max_nm',
      'Distance at most',
      'NM',
      0.27,
      [0.05, 2],
      `${D3}; 500 m of Global Fishing Watch (Miller et al. 2018)`,
    ),
    threshold('max_sog_kn', 'Speed of both at most', 'kn', 2, [0.5, 5], `${D3}; Miller et al. 2018`),
    threshold('min_minutes', 'For at least', 'min', 120, [10, 1440], `${D3}; Miller et al. 2018`),
    threshold(
      'fast_nm',
      'Or closer: distance at most',
      'NM',
      0.135,
      [0.05, 2],
      `${D3}: 250 m of Skylight's standard rendezvous`,
    ),
    threshold(
      'fast_minutes',
      'Or closer: for at least',
      'min',
      30,
      [10, 1440],
      `${D3}: Skylight's standard rendezvous`,
    ),
    portNm(D3),
  ],
  rules: (value) => {
    const trades = orUntold('ship_type', 'nin', [...HARBOUR_CRAFT, 'FISHING'])
    const near = (nm: number): RuleNode => ({ k: 'near', to: trades, nm, max_sog: value('max_sog_kn') })
    const meeting = (nm: number, minutes: number) =>
      all(
        [
          near(nm),
          orUntold('ship_type', 'nin', HARBOUR_CRAFT),
          orUntold('nav_status', 'nin', LYING),
          orUntold('distance_to_port_nm', 'gte', value('port_nm')),
        ],
        { for_min: minutes },
      )
    return [
      {
        subject: 'PAIR',
        when: any([
          meeting(value('max_nm'), value('min_minutes')),
          meeting(value('fast_nm'), value('fast_minutes')),
        ]),
        // Events less than four hours apart are one (GFW, encounters_pipeline).
        againAfterMin: 4 * HOUR_MIN,
        grace_min: 30,
      },
    ]
  },
}

const LOITERING: Detector = {
  code: 'LOITERING_EVENT',
  alias: 'LOITERING',
  label: 'Loitering',
  text: 'The vessel has been loitering.',
  severity: 'LOW',
  description:
    'The vessel is slow for hours, away from ports. Fishing vessels and vessels anchored, moored, restricted or not under command are left out.',
  thresholds: [
    threshold('max_sog_kn', 'Slower than', 'kn', 2, [0.5, 5], `${D3}; Starboard, GFW`),
    threshold('min_minutes', 'For at least', 'min', 240, [30, 2880], D3),
    portNm('same as Encounter; vessels lie in ports and anchorages'),
  ],
  rules: (value) => [
    {
      scope: all([SHIPS, orUntold('ship_type', 'nin', [...HARBOUR_CRAFT, 'FISHING'])]),
      when: all(
        [
          attr('sog', 'lt', value('max_sog_kn')),
          orUntold('nav_status', 'nin', SLOW_BY_TRADE),
          orUntold('distance_to_port_nm', 'gte', value('port_nm')),
        ],
        { for_min: value('min_minutes') },
      ),
      exclude_in_port: true,
      againAfterMin: 12 * HOUR_MIN,
      grace_min: 30,
    },
  ],
}

/** Maximum speed of ship types, knots; a third more means false data. */
const LIMITS: readonly (readonly [string, number])[] = [
  ['CARGO', 25],
  ['TANKER', 18],
  ['PASSENGER', 30],
  ['FISHING', 18],
]
const SPEED: Detector = {
  code: 'SPEED_CHANGE',
  label: 'Speed change',
  text: 'The vessel has changed its speed abruptly.',
  severity: 'LOW',
  description:
    'Speed changes much within minutes at sea, or exceeds the maximum of the ship type. Working boats, fast craft and ports are excluded.',
  thresholds: [
    threshold('min_kn', 'Change of speed of at least', 'kn', 8, [3, 40], D3),
    threshold('within_minutes', 'Within', 'min', 10, [1, 60], D3),
    threshold(
      'for_minutes',
      'Confirmed for',
      'min',
      5,
      [1, 30],
      'ours: by then the distance made good shows it',
    ),
    threshold(
      'misfit_kn',
      'Unless reported and implied speed differ by',
      'kn',
      5,
      [2, 50],
      'ours: half the value of Spoofing',
    ),
    threshold(
      'type_factor',
      'Or faster than its ship type, by a factor of',
      'times',
      1.3,
      [1, 3],
      `${D3}; limits of ship types are ours`,
    ),
    threshold(
      'least_length_m',
      'Length at least',
      'm',
      50,
      [0, 300],
      'DMA AisAbnormal: LOA of 50 m and more',
    ),
    portNm('ours: vessels slow down for ports'),
  ],
  rules: (value) => [
    {
      scope: all([
        SHIPS,
        orUntold('ship_type', 'nin', RESTLESS),
        attr('length', 'gte', value('least_length_m')),
      ]),
      when: any([
        all([speedChange(value('min_kn'), value('within_minutes'))], { for_min: value('for_minutes') }),
        ...LIMITS.map(([type, knots]) =>
          all([attr('ship_type', 'eq', type), attr('sog', 'gt', knots * value('type_factor'))], {
            for_min: 2,
          }),
        ),
      ]),
      unless: any([
        attr('distance_to_port_nm', 'lt', value('port_nm')),
        notHers(HOUR_MIN),
        falseSpeed(value('misfit_kn'), 30),
      ]),
      besides: [courseChange(60, 10, 5)],
      exclude_in_port: true,
      againAfterMin: HOUR_MIN,
    },
  ],
}

const COURSE: Detector = {
  code: 'COURSE_CHANGE',
  label: 'Course change',
  text: 'The vessel has changed its course abruptly.',
  severity: 'LOW',
  description:
    'Course changes much within minutes, under way, away from ports and traffic separation schemes. Working boats are left out.',
  thresholds: [
    threshold('min_deg', 'Turn of at least', '°', 60, [20, 180], D3),
    threshold('within_minutes', 'Within', 'min', 10, [1, 60], D3),
    threshold('min_sog_kn', 'Speed at least', 'kn', 5, [1, 20], D3),
    threshold('least_length_m', 'Length at least', 'm', 50, [0, 300], 'same as Speed change'),
    portNm('ours: vessels turn for ports'),
  ],
  rules: (value) => [
    {
      scope: all([
        SHIPS,
        orUntold('ship_type', 'nin', RESTLESS),
        attr('length', 'gte', value('least_length_m')),
      ]),
      when: {
        ...courseChange(value('min_deg'), value('within_minutes'), value('min_sog_kn')),
        for_min: 2,
      },
      unless: any([
        attr('in_tss', 'eq', 1),
        attr('distance_to_port_nm', 'lt', value('port_nm')),
        notHers(HOUR_MIN),
      ]),
      besides: [speedChange(8, 10)],
      exclude_in_port: true,
      againAfterMin: HOUR_MIN,
    },
  ],
}

const RECKONING: Detector = {
  code: 'DEAD_REACON',
  label: 'Position differs from prediction',
  text: 'The vessel is far from its predicted position.',
  severity: 'LOW',
  description:
    'After some minutes without reception, a vessel under way is far from the position that speed and course predict. The prediction covers up to an hour, on open water and off the lanes of its type; without learned lanes nothing is reported.',
  thresholds: [
    threshold('error_factor', 'Distance in predicted errors, above', 'times', 3, [1, 20], D3),
    threshold('min_nm', 'Distance above', 'NM', 2, [0.5, 50], DESIGN),
    threshold(
      'min_sog_kn',
      'Top speed of the last hour at least',
      'kn',
      7,
      [1, 20],
      'ours: slower vessels work or drift',
    ),
    threshold('lane_sd', 'Off the lanes of its type by', 'sd', 3, [1, 10], 'same as Unusual route'),
    portNm('ours: vessels turn and slow down for ports'),
  ],
  rules: (value) => [
    {
      scope: all([SHIPS, orUntold('ship_type', 'nin', RESTLESS)]),
      when: all([
        offTheReckoned(value('error_factor'), value('min_nm')),
        attr('required_speed_kn', 'lte', MOST_KN),
        { k: 'agg', fn: 'max', of: 'sog', window_min: 60, cmp: 'gte', value: value('min_sog_kn') },
        // While the lanes are unknown, a turn of a lane is not distinguished from the vessel's own.
        { k: 'baseline', metric: 'lane', z: value('lane_sd'), days: 90, of: 'TYPE' },
      ]),
      unless: any([
        attr('in_tss', 'eq', 1),
        attr('distance_to_port_nm', 'lt', value('port_nm')),
        notHers(HOUR_MIN),
      ]),
      besides: [jump(MOST_KN, LEAST_JUMP_NM), courseChange(60, 10, 5), speedChange(8, 10)],
      exclude_in_port: true,
      againAfterMin: 2 * HOUR_MIN,
    },
  ],
}

export const MOVEMENT = [ENCOUNTER, LOITERING, SPEED, COURSE, RECKONING] as const
