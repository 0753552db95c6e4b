import { getDeclaredPort } from '@samudra/contract/port-calls'
import { Link } from 'react-router'
import { useAnswer } from '../../../wire/use-answer.ts'
import { READ_WORDS, UNREAD_WORDS } from './call-words.ts'

/** Shows the AIS destination of a vessel and how it was read: declared, and no more. */
export function DeclaredPort({ text, lat, lon }: { text: string; lat: number; lon: number }) {
  // Rounding to a degree keeps the query the same while the vessel sails.
  const place = { lat: Math.round(lat), lon: Math.round(lon) }
  const { data } = useAnswer(getDeclaredPort, { text, ...place }, { keep: true })
  return (
    <p className="call-declared">
      AIS destination “{text}”
      {data !== undefined &&
        (data.port_id === null ? (
          <>: {UNREAD_WORDS[data.why ?? 'UNKNOWN']}</>
        ) : (
          <>
            : <Link to={`/home/portsDetails/${data.port_id}`}>{data.port_name ?? data.port_id}</Link>
            {data.by !== null && `, ${READ_WORDS[data.by]}`}
          </>
        ))}
      .
    </p>
  )
}
