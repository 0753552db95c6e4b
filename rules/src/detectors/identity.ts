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
/** Minimum duration: two vessels under one MMSI have two names, which takes some minutes to detect. */
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
    text: 'The vessel has an invalid IMO number.',
    severity: 'INFO',
    description:
      'The IMO number does not have seven digits, or its check digit is wrong (IMO resolution A.1117(30)). 0 means no number.',
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
      'The vessel sends a different name in two messages or more. Typing errors do not count, nor do two vessels with one MMSI.',
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
      'Two or more vessels use one MMSI. Their positions alternate out of reach of each other, or their station class or static data differ. The map shows each vessel.',
    thresholds: [],
    rules: () => [
      {
        scope: SHIPS,
        // Reported once for the MMSI, not for each vessel that uses it.
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
      'The format or country digits of the MMSI are not assigned to vessels (ITU-R M.585-9), or the MMSI belongs to another station class. On its own it raises only INFO.',
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
