import { Button } from '@mantine/core'
import type { AlertMark } from '@samudra/contract/alert-marks'
import { useEffect } from 'react'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { changeFilter, useFilter } from '../../../../map/filter.store.ts'
import { useHiddenAlarms } from '../../../../map/alarmed.store.ts'
import { filterOf } from './alert-filter.ts'
import { useShownMarks } from './shown.store.ts'
import { waitingIn } from '../desk/sounds.ts'

function filterBy(marks: readonly AlertMark[]) {
  const filter = filterOf(marks)
  useShownMarks.setState({ filtering: filter.expr })
  changeFilter(filter)
}

/** Shows the number of alerts, the meaning of the signs, and a filter for their vessels alone. */
export function AlertsLegend() {
  const { marks, isTruncated, isPast } = useShownMarks()
  const expr = useFilter((state) => state.filter.expr)
  const filtering = useShownMarks((state) => state.filtering)
  // If the user changed the filter meanwhile, it counts as the user's own.
  const isOn = filtering !== null && filtering === expr
  // A filter for their vessels alone also includes vessels of alerts raised later.
  useEffect(() => {
    if (isOn) filterBy(marks)
  }, [isOn, marks])
  const { count } = waitingIn(marks)
  const hidden = useHiddenAlarms((state) => state.count)
  return (
    <div className="alerts-legend">
      <p className="dim">
        {isTruncated ? `The ${marks.length} most severe` : countWords(marks.length, 'alert')}
        {isPast ? ' open at that time' : ''}; {count} unassigned (pulsing)
        {hidden > 0 && `. ${countText(hidden)} at vessels hidden by the filter`}
      </p>
      <Button
        size="compact-xs"
        variant={isOn ? 'filled' : 'default'}
        disabled={!isOn && marks.every(({ mmsi }) => mmsi === null)}
        onClick={() => (isOn ? changeFilter({ expr: undefined }) : filterBy(marks))}
      >
        {isOn ? 'Show all vessels' : 'Show only their vessels'}
      </Button>
    </div>
  )
}
