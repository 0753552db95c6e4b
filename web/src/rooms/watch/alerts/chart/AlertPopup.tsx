import { Anchored } from '../../../../map/chart/Anchored.tsx'
import type { Chart } from '../../../../map/chart/chart.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { shipWords } from '../../../../map/ship-name.ts'
import { MarkedAlerts } from './MarkedAlerts.tsx'
import { useShownMarks } from './shown.store.ts'

const FEW = 6
const close = () => useShownMarks.setState({ open: null })

/** The alerts of a sign on the chart. */
export function AlertPopup({ chart }: { chart: Chart }) {
  const { open, marks, isPast } = useShownMarks()
  const shown = open === null ? [] : marks.filter(({ id }) => open.ids.includes(id))
  const [first] = shown
  if (open === null || first === undefined) return null
  return (
    <Anchored chart={chart} lon={open.lon} lat={open.lat} label="Alerts" onClose={close}>
      <h3>
        {countWords(shown.length, 'alert')}
        {first.mmsi !== null && ` of ${shipWords(first.mmsi)}`}
      </h3>
      <MarkedAlerts marks={shown.slice(0, FEW)} isPast={isPast} />
      {shown.length > FEW && <p className="dim">And {shown.length - FEW} more on the Alerts screen.</p>}
    </Anchored>
  )
}
