import type { AisDetails } from '@samudra/contract/picture'
import { useEffect } from 'react'
import { MarkedAlerts } from './MarkedAlerts.tsx'
import { isOfShip } from '../list/of-ship.ts'
import { holdShownMarks } from './shown-marks.ts'
import { useShownMarks } from './shown.store.ts'

const FEW = 4

/** Lists open alerts of a vessel, on its card. */
export function AlertsOfShip({ details }: { details: Pick<AisDetails, 'mmsi' | 'split_id'> }) {
  useEffect(holdShownMarks, [])
  const { marks, isPast } = useShownMarks()
  const shown = marks.filter((mark) => isOfShip(mark, details))
  if (shown.length === 0) return null
  return (
    <section className="card-visits" aria-label="Alerts">
      <h3>Alerts</h3>
      <MarkedAlerts marks={shown.slice(0, FEW)} isPast={isPast} />
      {shown.length > FEW && <p className="dim">And {shown.length - FEW} more on the vessel page.</p>}
    </section>
  )
}
