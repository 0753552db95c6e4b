import { ISA_18_2, type Counted } from '@samudra/contract/alert-figures'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { agoText } from '../../../../kit/text/when-text.ts'
import { shareText } from '../definitions/definition-words.ts'

/** Returns the alert load of one officer for a number of alerts an hour (ANSI/ISA-18.2). */
export const loadOf = (perHour: number): 'ACCEPTABLE' | 'MANAGEABLE' | 'TOO_MANY' =>
  perHour <= ISA_18_2.acceptable_h
    ? 'ACCEPTABLE'
    : perHour <= ISA_18_2.manageable_h
      ? 'MANAGEABLE'
      : 'TOO_MANY'

type Of = Column<Counted>
const count = (key: string, label: string, of: (row: Counted) => number, width = '78px'): Of => ({
  key,
  label,
  width,
  isNumber: true,
  cell: (row) => (of(row) === 0 ? <span className="dim">0</span> : <Quantity count={of(row)} />),
  value: of,
})
const seconds = (key: string, label: string, of: (row: Counted) => number | null): Of => ({
  key,
  label,
  width: '92px',
  isNumber: true,
  cell: (row) => {
    const value = of(row)
    return value === null ? '–' : agoText(value)
  },
  value: of,
})

/** Columns of the figures; rates are judged once there is enough data for a rate. */
export const columnsOf = (isJudged: boolean): readonly Of[] => [
  {
    key: 'name',
    label: 'Alert',
    width: 'minmax(150px, 1.4fr)',
    isHead: true,
    cell: ({ name }) => name,
    value: ({ name }) => name,
  },
  count('alerts', 'Alerts', ({ alerts }) => alerts),
  {
    key: 'hour',
    label: 'Per hour',
    width: '76px',
    isNumber: true,
    cell: ({ per_officer_hour }) => per_officer_hour.toFixed(2),
    value: ({ per_officer_hour }) => per_officer_hour,
    tone: ({ per_officer_hour }) =>
      isJudged
        ? { ACCEPTABLE: undefined, MANAGEABLE: 'marked' as const, TOO_MANY: 'alarm' as const }[
            loadOf(per_officer_hour)
          ]
        : undefined,
  },
  count('peak', 'In 10 min', ({ peak_10_min }) => Math.round(peak_10_min)),
  count('floods', 'Floods', ({ floods }) => floods, '64px'),
  count('chattering', 'Chatter', ({ chattering }) => chattering, '70px'),
  count('stale', 'Stale', ({ stale }) => stale, '60px'),
  count('shelved', 'Shelved long', ({ shelved_long }) => shelved_long, '104px'),
  {
    key: 'port',
    label: 'In port',
    width: '68px',
    isNumber: true,
    cell: ({ in_port, alerts }) => shareText(in_port / alerts),
    value: ({ in_port, alerts }) => in_port / alerts,
  },
  {
    key: 'ship',
    label: 'Top vessel',
    width: 'minmax(130px, 1fr)',
    cell: ({ top_ship, alerts }) =>
      top_ship === null ? '' : `${top_ship.mmsi} · ${shareText(top_ship.alerts / alerts)}`,
    value: ({ top_ship }) => top_ship?.alerts ?? null,
  },
  {
    key: 'precision',
    label: 'True',
    width: '72px',
    isNumber: true,
    cell: ({ precision }) => shareText(precision),
    value: ({ precision }) => precision,
  },
  seconds('ack', 'Acknowledged', ({ median_ack_s }) => median_ack_s),
  seconds('decide', 'Decided', ({ median_decide_s }) => median_decide_s),
]
