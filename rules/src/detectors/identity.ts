import { ANOMALY_TEXTS } from '@samudra/contract/wire/messages'
import { all, any, attr, SHIPS } from './conditions.ts'
import { D3, threshold, type Detector } from './detector.ts'

const DAY_MIN = 1440

/** Minimum duration: static reports come every six minutes (M.1371), so two were received in it. */
const heldFor = threshold(
  'held_minutes',
  'For at least',
  'min',
  7,
  [0, 1440],
  `${D3}: two messages; static reports come every 6 minutes (M.1371-5)`,
)
const held = (minutes: number) => (minutes > 0 ? { for_min: minutes } : {})
/** Two ships under one number have two names; it takes some minutes until that shows. */
const heldLong = threshold(
  'held_minutes',
  'For at least',
  'min',
  15,
  [0, 1440],
  'ours: by then it shows whether two vessels share the MMSI',
)
const BAD_IMO = attr('imo_valid', 'eq', 0)
const mark = (value: string) => attr('anomaly', 'eq', value)

export const IDENTITIES: readonly Detector[] = [
  {
    code: 'ILLEGAL_IMO',
    label: 'Illegal IMO number',
    text: 'The vessel has an IMO number that cannot be one.',
    severity: 'INFO',
    description:
      'The IMO number does not have seven digits, or its check digit is wrong (IMO resolution A.1117(30)). 0 is none.',
    thresholds: [heldFor],
    rules: (value) => [
      {
        when: all([BAD_IMO], held(value('held_minutes'))),
        besides: [mark('IMO_MISMATCH')],
        againAfterMin: DAY_MIN,
      },
    ],
  },
  {
    code: 'IMO_MISMATCH',
    label: 'IMO mismatch',
    text: ANOMALY_TEXTS.IMO_MISMATCH,
    severity: 'MEDIUM',
    description:
      'The vessel sends two valid IMO numbers, or another vessel far away sends the same one, in two messages or more. An impossible number is reported as an illegal IMO number.',
    thresholds: [heldLong],
    rules: (value) => [
      {
        when: all([mark('IMO_MISMATCH')], held(value('held_minutes'))),
        unless: any([BAD_IMO, mark('MMSI_DUPLICATE')]),
        besides: [mark('NAME_MISMATCH')],
        againAfterMin: DAY_MIN,
      },
    ],
  },
  {
    code: 'NAME_MISMATCH',
    label: 'Name mismatch',
    text: ANOMALY_TEXTS.NAME_MISMATCH,
    severity: 'LOW',
    description:
      'The vessel sends a different name, by more than a typing error, in two messages or more. Two vessels under one MMSI are two names.',
    thresholds: [heldLong],
    rules: (value) => [
      {
        when: all([mark('NAME_MISMATCH')], held(value('held_minutes'))),
        unless: mark('MMSI_DUPLICATE'),
        besides: [mark('IMO_MISMATCH')],
        againAfterMin: DAY_MIN,
      },
    ],
  },
  {
    code: 'MMSI_DUPLICATE',
    alias: 'DUPLICATE_FLAG',
    label: 'MMSI duplicate',
    text: ANOMALY_TEXTS.DUPLICATE_FLAG,
    severity: 'HIGH',
    description:
      'Two vessels or more use one MMSI: their positions are out of reach of one another, in turns, or with another class of station or other static data. Each is a vessel of its own on the picture.',
    thresholds: [],
    rules: () => [
      {
        scope: SHIPS,
        // Of the number once, not of each ship that goes under it.
        when: all([mark('MMSI_DUPLICATE'), attr('number_rank', 'eq', 1)]),
        besides: [mark('NAME_MISMATCH'), mark('IMO_MISMATCH')],
        againAfterMin: DAY_MIN,
      },
    ],
  },
  {
    code: 'ILLEGAL_MMSI',
    label: 'Illegal MMSI',
    text: ANOMALY_TEXTS.ILLEGAL_MMSI,
    severity: 'INFO',
    description:
      'The MMSI has a form or country digits that no vessel is given (ITU-R M.585-9), or belongs to another class of station than sends its reports. Alone it is for information.',
    thresholds: [],
    rules: () => {
      const more = any([
        attr('anomaly', 'in', ['BLACKLIST', 'IMO_MISMATCH', 'NAME_MISMATCH', 'MMSI_DUPLICATE']),
        BAD_IMO,
      ])
      return [
        { when: all([mark('ILLEGAL_MMSI')]), unless: more, againAfterMin: DAY_MIN },
        {
          part: 'combined',
          severity: 'MEDIUM',
          when: all([mark('ILLEGAL_MMSI'), more]),
          againAfterMin: DAY_MIN,
        },
      ]
    },
  },
  {
    code: 'BLACKLIST',
    label: 'Blacklist',
    text: ANOMALY_TEXTS.BLACKLIST,
    severity: 'HIGH',
    description: 'The vessel is on the blacklist.',
    thresholds: [],
    rules: () => [{ when: mark('BLACKLIST'), againAfterMin: DAY_MIN }],
  },
]
