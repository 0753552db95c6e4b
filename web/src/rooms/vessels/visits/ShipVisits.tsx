import {
  getAoiHistoryByVessel,
  getEezHistoryByVessel,
  type Judged as JudgedBy,
  type ZoneVisit,
} from '@samudra/contract/visits'
import type { ReactNode } from 'react'
import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import { useSettings } from '../../../kit/settings.ts'
import { whenText } from '../../../kit/text/when-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { logOfShip, openVisitLog } from '../../../map/explanation/visit-log.store.ts'
import { useAnswers } from '../../../wire/use-answer.ts'
import { claimWords, wordOf, zoneWords } from './claims.ts'
import { judgedWords } from './judged-words.ts'
import { latestVisits } from './latest-visits.ts'
import './visits.css'

const FEW = 3
const EVERY_MS = 60_000

/** The areas and waters a ship was in last, and the way to all of them. */
export function ShipVisits(props: {
  /**
   * Numbers the vessel is received under, the present one first; without a split all vessels under the number count.
   */
  contacts: readonly { mmsi: string; split_id?: number }[]
  name: string
  title?: string
  shown?: number
  /** True to show, for a vessel without visits, what was evaluated and what was not. */
  statesNone?: boolean
  /** Content shown until the first answer. */
  meanwhile?: ReactNode
}) {
  const { contacts, name, title, shown = FEW, statesNone = false, meanwhile = null } = props
  const query = contacts.map(({ mmsi, split_id }) => ({
    mmsi,
    limit: shown,
    ...(split_id === undefined ? {} : { split_id }),
  }))
  const waters = useAnswers(getEezHistoryByVessel, query, EVERY_MS)
  const areas = useAnswers(getAoiHistoryByVessel, query, EVERY_MS)
  const answers = [...waters, ...areas]
  const { visits, fault, isWaiting } = latestVisits(answers, shown)
  const again = () => Promise.all(answers.map(({ refetch }) => refetch()))
  const faultLine = <FaultLine fault={fault?.message ?? null} again={again} />
  if (visits.length === 0) {
    if (fault !== null) return faultLine
    if (isWaiting) return meanwhile
    return statesNone ? <Judged waters={waters[0]?.data?.judged} areas={areas[0]?.data?.judged} /> : null
  }
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
        All areas and waters visited
      </button>
    </section>
  )
}

/** Shows what was evaluated, and what was not, for a vessel without visits to any area or waters. */
function Judged(of: { waters: JudgedBy | undefined; areas: JudgedBy | undefined }) {
  const style = useSettings()
  const { waters, areas } = of
  if (waters === undefined || areas === undefined) return null
  const timeText = (at: string) => `${whenText(at, style)} ${style['datetime.zone']}`
  return <p className="dim">{judgedWords({ waters, areas }, timeText).join(' ')}</p>
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
