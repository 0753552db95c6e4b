import { DEFINITION_STATE_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import type { AlertDefinition } from '@samudra/contract/alert-definitions'
import type { Rule } from '@samudra/contract/rule-keeping'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { When } from '../../../../kit/text/When.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { detectorWords, raisedBy, shareText } from './definition-words.ts'

type Of = Column<AlertDefinition>
const severityOf = ({ severity }: AlertDefinition) =>
  severity === null ? 'From detector' : SEVERITY_LABELS[severity]

const shortly = (detector: string, name: string) => (detector === name ? 'Detector' : detector)

/** Columns of a list of definitions; rules are called by their names. */
export const columnsOf = (rules: ReadonlyMap<string, Rule>): readonly Of[] => [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(120px, 1.4fr)',
    isHead: true,
    cell: ({ name }) => name,
    value: ({ name }) => name,
  },
  {
    key: 'state',
    label: 'State',
    width: '92px',
    cell: ({ state }) => DEFINITION_STATE_LABELS[state],
    value: ({ state }) => DEFINITION_STATE_LABELS[state],
    tone: ({ state }) => (state === 'ERROR' ? 'alarm' : state === 'REVIEW_DUE' ? 'marked' : undefined),
  },
  {
    key: 'raised',
    label: 'Raised by',
    width: 'minmax(84px, 1fr)',
    // The label of the detector is enough, or one word if the definition has the same name: space is short.
    cell: (one) =>
      'builtin' in one.trigger ? shortly(detectorWords(one.trigger.builtin), one.name) : raisedBy(one, rules),
    value: (one) => raisedBy(one, rules),
  },
  { key: 'severity', label: 'Severity', width: '78px', cell: severityOf, value: severityOf },
  {
    key: 'fired',
    label: 'In 7 days',
    width: '72px',
    isNumber: true,
    cell: ({ stats }) => (stats === null ? '–' : <Quantity count={stats.fired_7d} />),
    value: ({ stats }) => stats?.fired_7d ?? null,
  },
  {
    key: 'precision',
    label: 'True',
    width: '52px',
    isNumber: true,
    cell: ({ stats }) => shareText(stats?.precision ?? null),
    value: ({ stats }) => stats?.precision ?? null,
  },
  {
    key: 'owner',
    label: 'Owner',
    width: '90px',
    cell: ({ owner }) => (owner === '' ? <span className="dim">the product</span> : owner),
    value: ({ owner }) => owner || null,
  },
  {
    key: 'review',
    label: 'Review due',
    width: '128px',
    cell: ({ review_due }) => (review_due === undefined ? '' : <When at={review_due} isDay />),
    value: ({ review_due }) => review_due ?? null,
  },
]
