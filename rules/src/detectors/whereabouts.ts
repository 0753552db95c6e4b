import type { RuleNode } from '@samudra/contract/rules'
import { ANOMALY_TEXTS } from '@samudra/contract/wire/messages'
import {
  all,
  any,
  attr,
  courseChange,
  FARTHEST_RECEPTION_NM,
  jump,
  jumpedWithin,
  LEAST_JUMP_NM,
  LYING,
  MOST_KN,
  none,
  notHers,
  offTheReckoned,
  SHARED_NUMBER,
  SHIPS,
  speedChange,
} from './conditions.ts'
import { D3, DESIGN, threshold, type Detector, type WrittenRule } from './detector.ts'

const HOUR_MIN = 60
/** Timing of two consecutive fixes. */
const TWICE = { for_min: 0.01 }

const SPOOFING: Detector = {
  code: 'SPOOFING_EVENT',
  label: 'Spoofing',
  text: 'The vessel is suspected of false positions.',
  severity: 'HIGH',
  description:
    'The reported position is impossible: a jump, a position on land, a wrong speed, 0° 0°, or reception by a station too far away. Many vessels that jump to one place raise one alert for satellite navigation jamming. Two vessels with one MMSI are not spoofing.',
  thresholds: [
    threshold('max_kn', 'Jump: faster than', 'kn', MOST_KN, [30, 600], D3),
    threshold('times', 'Jumps, at least', 'times', 2, [1, 20], D3),
    threshold('jump_nm', 'Jump: at least as far as', 'NM', LEAST_JUMP_NM, [1, 100], DESIGN),
    threshold('jumps_within_min', 'Jumps within', 'min', 1440, [10, 10_080], 'ours: a day'),
    threshold('inland_nm', 'On land: farther from the shore than', 'NM', 1, [0.2, 20], DESIGN),
    threshold('inland_sog_kn', 'On land: faster than', 'kn', 3, [1, 20], DESIGN),
    threshold('misfit_kn', 'Reported and implied speed differ by more than', 'kn', 10, [3, 50], DESIGN),
    threshold(
      'station_nm',
      'Received by a station farther than',
      'NM',
      FARTHEST_RECEPTION_NM,
      [50, 1000],
      D3,
    ),
    threshold('null_deg', 'At 0° 0°, within', '°', 0.01, [0.001, 1], DESIGN),
    threshold('lane_sd', 'On land: off the lanes of its type by', 'sd', 3, [1, 10], 'same as Unusual route'),
    threshold('jam_ships', 'Jamming: vessels that jump to one place, at least', null, 10, [3, 100], DESIGN),
    threshold('jam_nm', 'Jamming: within', 'NM', 2, [0.5, 20], DESIGN),
    threshold(
      'jam_minutes',
      'Jamming: within',
      'min',
      22,
      [1, 60],
      'ours: ten, and twelve until the jump of a vessel at anchor is confirmed',
    ),
  ],
  rules: (value) => {
    const jumps = jump(value('max_kn'), value('jump_nm'))
    const nullDeg = value('null_deg')
    const lately: RuleNode = { ...jumps, within_min: HOUR_MIN }
    return [
      {
        scope: SHIPS,
        when: any([
          all([
            any([
              { ...jumps, within_min: value('jumps_within_min'), times: value('times') },
              { ...jumps, ...TWICE },
            ]),
            none(SHARED_NUMBER),
          ]),
          attr('speed_misfit_kn', 'gt', value('misfit_kn')),
          all(
            [
              attr('distance_to_shore_nm', 'lt', -value('inland_nm')),
              attr('sog', 'gt', value('inland_sog_kn')),
              { k: 'baseline', metric: 'lane', z: value('lane_sd'), days: 90, of: 'TYPE' },
            ],
            { for_min: 5 },
          ),
          all(
            [
              attr('latitude', 'between', [-nullDeg, nullDeg]),
              attr('longitude', 'between', [-nullDeg, nullDeg]),
            ],
            TWICE,
          ),
          attr('station_nm', 'gt', value('station_nm'), TWICE),
        ]),
        unless: all([lately, SHARED_NUMBER]),
        besides: [
          offTheReckoned(3, 2),
          courseChange(60, 10, 5),
          speedChange(8, 10),
          { k: 'baseline', metric: 'lane', z: 3, days: 90, of: 'TYPE' },
        ],
        againAfterMin: 12 * HOUR_MIN,
        grace_min: HOUR_MIN,
      },
      {
        part: 'jamming',
        summary: 'Many vessels report one place. Satellite navigation may be jammed.',
        subject: 'AREA',
        scope: SHIPS,
        when: all([jumps, manyWithin(value('jam_ships'), value('jam_nm'), value('jam_minutes'))]),
        againAfterMin: 12 * HOUR_MIN,
        grace_min: HOUR_MIN,
      },
    ]
  },
}

/** Counts matching vessels within some miles of one of them, within some minutes. */
const manyWithin = (ships: number, nm: number, minutes: number): RuleNode => ({
  k: 'agg',
  fn: 'distinct',
  of: 'vessels',
  nm,
  window_min: minutes,
  cmp: 'gte',
  value: ships,
})

const habit = (metric: string, z: number, days: number): RuleNode => ({
  k: 'baseline',
  metric,
  z,
  days,
  of: 'SELF',
})
const TIME: Detector = {
  code: 'ABNORMAL_TIME',
  label: 'Abnormal time',
  text: 'The vessel is active or transmits at a time it usually does not.',
  severity: 'LOW',
  description:
    'Inside coverage, the hour of sailing or the interval of transmissions differs from the baseline of the vessel.',
  thresholds: [
    threshold('sd', 'Off its own baseline by', 'sd', 4, [2, 10], D3),
    threshold('days', 'Baseline of the last', 'days', 30, [7, 90], D3),
    threshold('for_minutes', 'For at least', 'min', 30, [1, 240], 'ours: excludes a single fix'),
    threshold(
      'times',
      'Or long intervals in two hours, at least',
      'times',
      4,
      [2, 20],
      'ours: so many long intervals in two hours',
    ),
  ],
  rules: (value) => [
    {
      scope: SHIPS,
      when: any([
        all([attr('sog', 'gt', 2), habit('hour', value('sd'), value('days'))], {
          for_min: value('for_minutes'),
        }),
        // Where two sources report every fix, intervals are long and short in turns.
        all([habit('interval', value('sd'), value('days'))], { for_min: value('for_minutes') }),
        all([habit('interval', value('sd'), value('days'))], { within_min: 120, times: value('times') }),
      ]),
      unless: notHers(HOUR_MIN),
      require_coverage: true,
      againAfterMin: 12 * HOUR_MIN,
    },
  ],
}

const LANES: Detector = {
  code: 'HDB_SCAN',
  label: 'Unusual route',
  text: 'The vessel is outside the usual lanes of its type.',
  severity: 'LOW',
  description:
    'The vessel stays under way outside the lanes that vessels of its type used in the last 90 days.',
  thresholds: [
    threshold('days', 'Lanes of the last', 'days', 90, [30, 365], D3),
    threshold('lane_sd', 'Off the lanes by', 'sd', 3, [1, 10], 'ours: 1 in 370 of a normal distribution'),
    threshold('for_minutes', 'For at least', 'min', 60, [5, 1440], 'ours: excludes a single fix'),
    threshold('min_sog_kn', 'Speed at least', 'kn', 3, [0, 20], 'ours: a drifting vessel follows no lane'),
  ],
  rules: (value) => [
    {
      scope: SHIPS,
      when: all(
        [
          attr('sog', 'gte', value('min_sog_kn')),
          { k: 'baseline', metric: 'lane', z: value('lane_sd'), days: value('days'), of: 'TYPE' },
        ],
        { for_min: value('for_minutes') },
      ),
      unless: any([notHers(2 * HOUR_MIN), attr('distance_to_shore_nm', 'lt', -1)]),
      exclude_in_port: true,
      againAfterMin: 24 * HOUR_MIN,
    },
  ],
}

const crossing = (code: string, alias: string, boundary: '12NM' | '24NM', text: string): Detector => ({
  code,
  alias,
  label: `Past ${boundary.replace('NM', ' NM')}`,
  text,
  severity: 'MEDIUM',
  description: `A vessel of a foreign flag crosses the ${boundary.replace('NM', ' NM')} line, inwards or outwards. Outwards counts 0.2 NM beyond the line.`,
  thresholds: [
    threshold(
      'again_min',
      'Repeated after',
      'min',
      360,
      [0, 10_080],
      'ours: a vessel along the line is reported once a watch',
    ),
  ],
  rules: (value, { home }) => [
    {
      scope: all([SHIPS, ...(home.length === 0 ? [] : [attr('country', 'nin', [...home])])]),
      when: { k: 'zone', rel: 'CROSS', zone: { boundary } },
      unless: jumpedWithin(HOUR_MIN),
      againAfterMin: value('again_min'),
    },
  ],
})

const AREA: Detector = {
  code: 'AREA_OF_INTEREST',
  label: 'In an area of interest',
  text: 'The vessel has entered an area of interest.',
  severity: 'LOW',
  description:
    'A vessel enters an area of interest, or the number of vessels in it is far from the baseline of this hour of the week.',
  thresholds: [
    threshold(
      'again_min',
      'Repeated after',
      'min',
      60,
      [0, 10_080],
      'ours: a vessel along the border is reported once an hour',
    ),
    threshold(
      'traffic_sd',
      'Number of vessels off the baseline of the hour by',
      'sd',
      5,
      [2, 20],
      'ours: so far from eight weeks is not chance',
    ),
  ],
  rules: (value, { areas }) =>
    areas.length === 0
      ? []
      : [
          {
            scope: SHIPS,
            when: any(areas.map((aoi): RuleNode => ({ k: 'zone', rel: 'ENTER', zone: { aoi } }))),
            unless: jumpedWithin(HOUR_MIN),
            againAfterMin: value('again_min'),
          },
          ...areas.map((aoi) => unusualTraffic(aoi, value('traffic_sd'))),
        ],
}

/** Far more or fewer vessels in an area than at this hour of other weeks. */
const unusualTraffic = (aoi: string, deviations: number): WrittenRule => ({
  part: 'unusual traffic',
  summary: 'The number of vessels in the area is far from the baseline of this hour of the week.',
  subject: 'AREA',
  when: all([
    { k: 'zone', rel: 'INSIDE', zone: { aoi } },
    {
      k: 'agg',
      fn: 'distinct',
      of: 'vessels',
      against: 'BASELINE',
      window_min: HOUR_MIN,
      cmp: 'ne',
      value: deviations,
    },
  ]),
  againAfterMin: 12 * HOUR_MIN,
  grace_min: HOUR_MIN,
})

const SILENT: Detector = {
  code: 'FEED_DELAY',
  label: 'Gone silent',
  text: ANOMALY_TEXTS.FEED_DELAY,
  severity: 'MEDIUM',
  description:
    'A vessel under way is not received, although its predicted way lies inside coverage and the sources are up. Its MMSI is not received elsewhere.',
  thresholds: [
    threshold('silent_min', 'Silent for at least', 'min', 120, [10, 2880], D3),
    threshold('min_sog_kn', 'Last speed above', 'kn', 0.5, [0, 10], DESIGN),
  ],
  rules: (value) => [
    {
      scope: SHIPS,
      when: all([{ k: 'silence', min: value('silent_min') }, attr('sog', 'gt', value('min_sog_kn'))]),
      // In the hour before the last fix: in the silence itself nothing of the vessel is known.
      unless: any([attr('nav_status', 'in', LYING), notHers(value('silent_min') + HOUR_MIN)]),
      require_coverage: true,
      exclude_in_port: true,
      againAfterMin: 12 * HOUR_MIN,
    },
  ],
}

export const WHEREABOUTS = [
  SPOOFING,
  TIME,
  LANES,
  crossing('TWELVE_NM', '12NM', '12NM', ANOMALY_TEXTS['12NM']),
  crossing('TWENTY_FOUR_NM', '24NM', '24NM', 'Vessel has gone past 24NM.'),
  AREA,
  SILENT,
] as const
