import { getAlertFigures } from '@samudra/contract/alert-figures'
import type { Detector } from '@samudra/contract/detectors'
import { useMemo } from 'react'
import { readingOf, useStored } from '../../../../stored/stores.ts'
import { wordsFilter, type ListFilter } from '../../../../kit/pages/list-filter.ts'
import { ListScreen } from '../../../../kit/pages/ListScreen.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { RulePages } from '../RulePages.tsx'
import { columnsOf, type Figures } from './detector-columns.tsx'
import { setOtherwise } from './detector-draft.ts'
import { DetectorDetails } from './DetectorDetails.tsx'
import { detectors } from './detectors.store.ts'
import { useDetectorStates } from './use-detector-states.ts'
import './detectors.css'

const FILTERS: ListFilter<Detector>[] = [
  wordsFilter('Find a detector', 'Name, description', (one) =>
    [one.label, one.code, one.text, one.description].join(' '),
  ),
  {
    name: 'state',
    label: 'State',
    placeholder: 'Any state',
    options: [
      { value: 'on', label: 'On' },
      { value: 'off', label: 'Off' },
      { value: 'set', label: 'Changed' },
    ],
    fits: (one, state) => (state === 'set' ? setOtherwise(one) > 0 : one.enabled === (state === 'on')),
  },
]

/** Detectors of the product, their thresholds and the outcome of their alerts. */
export function Component() {
  const { rows, isRead, fault } = useStored(detectors)
  const { figures, why } = useFigures()
  const stateOf = useDetectorStates()
  const off = rows.filter(({ enabled }) => !enabled).length
  return (
    <ListScreen
      title="Detectors"
      subtitle={
        isRead ? `${countWords(rows.length, 'detector')}, ${off === 0 ? 'all on' : `${off} off`}` : ''
      }
      actions={<RulePages />}
      name="detectors"
      filters={FILTERS}
      columns={useMemo(() => columnsOf(figures, stateOf), [figures, stateOf])}
      rows={rows}
      rowKey={({ id }) => id}
      {...readingOf(detectors, { isRead, fault })}
      details={{
        label: 'The detector',
        hint: 'Select a detector to see its conditions.',
        isWide: true,
        render: (open) => (
          <DetectorDetails key={open.id} of={open} figures={figures?.get(open.code)} state={stateOf(open)} />
        ),
      }}
      noneFits={<Nothing title="No detector matches" hint="Choose another state or other words." />}
    >
      {why !== null && <p className="dim">Alerts could not be counted: {why}</p>}
    </ListScreen>
  )
}

/** Returns the outcome of each detector's alerts of the last 7 days, or why it is missing. */
function useFigures(): { figures: Figures; why: string | null } {
  const { data, error } = useAnswer(getAlertFigures, { by: 'DETECTOR' }, { keep: true })
  const figures = useMemo(() => data && new Map(data.items.map((one) => [one.id, one])), [data])
  return { figures, why: error?.message ?? null }
}
