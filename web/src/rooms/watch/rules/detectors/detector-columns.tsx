import { DETECTOR_STATE_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import type { Counted } from '@samudra/contract/alert-figures'
import type { Detector } from '@samudra/contract/detectors'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import type { Column } from '../../../../kit/tables/table.ts'
import { percentText, SEVERITY_RANK } from '../builder/rule-words.ts'
import { setOtherwise } from './detector-draft.ts'
import { type Readiness } from './use-detector-states.ts'

type Of = Column<Detector>
type StateOf = (of: Detector) => Readiness | undefined
/** State of a detector in a word; empty while it is not known. */
export const stateText = (state: Readiness | undefined): string =>
  state === undefined ? '' : DETECTOR_STATE_LABELS[state.state]
/** Figures of alerts by the code of what found them; undefined until they were counted. */
export type Figures = ReadonlyMap<string, Counted> | undefined

/** Columns of the list of detectors, with what their alerts of the week came to. */
export const columnsOf = (figures: Figures, stateOf: StateOf): readonly Of[] => {
  const alertsOf = ({ code }: Detector) => (figures === undefined ? null : (figures.get(code)?.alerts ?? 0))
  const precisionOf = ({ code }: Detector) => figures?.get(code)?.precision ?? null
  return [
    {
      key: 'label',
      label: 'Detector',
      width: 'minmax(150px, 1fr)',
      isHead: true,
      cell: ({ label }) => label,
      value: ({ label }) => label,
    },
    {
      key: 'state',
      label: 'State',
      width: '98px',
      cell: (one) => stateText(stateOf(one)),
      value: (one) => stateText(stateOf(one)),
      tone: (one) => (['OFF', 'DEGRADED'].includes(stateOf(one)?.state ?? '') ? 'marked' : undefined),
    },
    {
      key: 'severity',
      label: 'Severity',
      width: '76px',
      cell: ({ severity }) => SEVERITY_LABELS[severity],
      value: ({ severity }) => SEVERITY_RANK[severity],
    },
    {
      key: 'set',
      label: 'Changed',
      width: '98px',
      cell: (one) => {
        const count = setOtherwise(one)
        return count === 0 ? '' : countWords(count, 'threshold')
      },
      value: setOtherwise,
    },
    {
      key: 'alerts',
      label: 'In 7 days',
      width: '80px',
      isNumber: true,
      cell: (one) => {
        const count = alertsOf(one)
        return count === null ? (
          '–'
        ) : count === 0 ? (
          <span className="dim">0</span>
        ) : (
          <Quantity count={count} />
        )
      },
      value: alertsOf,
    },
    {
      key: 'precision',
      label: 'True',
      width: '62px',
      isNumber: true,
      cell: (one) => {
        const share = precisionOf(one)
        return share === null ? <span className="dim">–</span> : percentText(share)
      },
      value: precisionOf,
    },
  ]
}
