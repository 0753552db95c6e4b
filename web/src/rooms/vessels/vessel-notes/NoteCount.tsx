import type { AisDetails } from '@samudra/contract/picture'
import { Link } from 'react-router'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { vesselLink } from '../../../kit/pages/links.ts'
import { useClock } from '../../../time/clock.store.ts'
import { useNotes } from './use-notes.ts'

/** Shows the number of notes on a vessel; nothing while there is none. */
export function NoteCount({ details: { mmsi } }: { details: Pick<AisDetails, 'mmsi'> }) {
  const asOf = useClock((state) => state.asOf)
  const count = useNotes(mmsi, asOf).data?.total ?? 0
  if (count === 0) return null
  return (
    <p className="card-lists">
      <Link to={`${vesselLink(mmsi, asOf)}#notes`}>{countWords(count, 'note')}</Link>
    </p>
  )
}
