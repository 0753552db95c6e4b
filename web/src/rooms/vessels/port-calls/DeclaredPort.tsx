import { getDeclaredPort } from '@samudra/contract/port-calls'
import { Link } from 'react-router'
import { useAnswer } from '../../../wire/use-answer.ts'
import { READ_WORDS, UNREAD_WORDS } from './call-words.ts'

/** Where a ship says she sails to, and how that is read: declared, and no more than that. */
export function DeclaredPort({ text, lat, lon }: { text: string; lat: number; lon: number }) {
  // To the degree, so that the same is asked while she sails.
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
