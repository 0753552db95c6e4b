import { getAoiHistoryByVessel, getEezHistoryByVessel, type ZoneVisit } from '@samudra/contract/visits'
import type { ReactNode } from 'react'
import { FaultLine } from '../kit/FaultLine.tsx'
import { When } from '../kit/When.tsx'
import { logOfShip, openVisitLog } from '../map/visit-log.store.ts'
import { useAnswers } from '../wire/use-answer.ts'
import { claimWords, wordOf, zoneWords } from './claims.ts'
import { latestVisits } from './latest-visits.ts'
import './visits.css'

const FEW = 3
const EVERY_MS = 60_000

/** The areas and waters a ship was in last, and the way to all of them. */
export function ShipVisits(props: {
  /** The numbers she is heard under, the present one first; of one, all ships under it where no split is said. */
  contacts: readonly { mmsi: string; split_id?: number }[]
  name: string
  title?: string
  shown?: number
  none?: ReactNode
  /** What stands here until the first answer. */
  meanwhile?: ReactNode
}) {
  const { contacts, name, title, shown = FEW, none = null, meanwhile = null } = props
  const asked = contacts.map(({ mmsi, split_id }) => ({
    mmsi,
    limit: shown,
    ...(split_id === undefined ? {} : { split_id }),
  }))
  const waters = useAnswers(getEezHistoryByVessel, asked, EVERY_MS)
  const areas = useAnswers(getAoiHistoryByVessel, asked, EVERY_MS)
  const answers = [...waters, ...areas]
  const { visits, fault, isWaiting } = latestVisits(answers, shown)
  const again = () => Promise.all(answers.map(({ refetch }) => refetch()))
  const faultLine = <FaultLine fault={fault?.message ?? null} again={again} />
  if (visits.length === 0) return fault !== null ? faultLine : isWaiting ? meanwhile : none
  return (
    <section className="card-visits" aria-label="Areas and waters">
      {title !== undefined && <h3>{title}</h3>}
      <ul>
        {visits.map((visit) => (
          <Row key={visit.id} visit={visit} />
        ))}
      </ul>
      {faultLine}
      <button
        type="button"
        className="link-button"
        onClick={() => openVisitLog(logOfShip(contacts[0]!, name))}
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
