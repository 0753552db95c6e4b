import { getAoiHistoryByVessel, getEezHistoryByVessel, type ZoneVisit } from '@samudra/contract/visits'
import type { ReactNode } from 'react'
import { When } from '../kit/When.tsx'
import { openVisitLog } from '../map/visit-log.store.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { claimWords, wordOf, zoneWords } from './claims.ts'
import './visits.css'

const FEW = 3
const EVERY_MS = 60_000

/** The areas and waters a ship was in last, and the way to all of them. */
export function ShipVisits(props: {
  mmsi: string
  name: string
  title?: string
  shown?: number
  none?: ReactNode
}) {
  const { mmsi, name, title, shown = FEW, none = null } = props
  const asked = [{ mmsi, limit: shown }, { everyMs: EVERY_MS }] as const
  const waters = useAnswer(getEezHistoryByVessel, ...asked).data?.items ?? []
  const areas = useAnswer(getAoiHistoryByVessel, ...asked).data?.items ?? []
  const visits = [...waters, ...areas].sort((a, b) => (a.entered_at < b.entered_at ? 1 : -1)).slice(0, shown)
  if (visits.length === 0) return none
  return (
    <section className="card-visits" aria-label="Areas and waters">
      {title !== undefined && <h3>{title}</h3>}
      <ul>
        {visits.map((visit) => (
          <Row key={visit.id} visit={visit} />
        ))}
      </ul>
      <button
        type="button"
        className="link-button"
        onClick={() => openVisitLog({ kind: 'ship', id: mmsi, name })}
      >
        All areas and waters it was in
      </button>
    </section>
  )
}

function Row({ visit }: { visit: ZoneVisit }) {
  const { exit, entry, exited_at, entered_at } = visit
  return (
    <li title={[wordOf(visit.zone), claimWords(exit ?? entry)].filter(Boolean).join('; ')}>
      <span>
        {exited_at === null ? 'In' : 'Left'} {zoneWords(visit)}
      </span>
      <span className="dim">
        {exited_at === null && 'since '}
        <When at={exited_at ?? entered_at} />
      </span>
    </li>
  )
}
