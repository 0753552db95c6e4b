import type { FeedTest } from '@samudra/contract/feeds'
import { countWords } from '../../../kit/text/quantity-text.ts'

/** Shows the data received during the test: a sentence first, then counts and lines. */
export function TestResult({ result }: { result: FeedTest }) {
  const { counters, lines, seconds, why } = result
  const faults = [
    [counters.bad_checksum, 'with a wrong checksum'],
    [counters.malformed, 'that cannot be read'],
    [counters.not_ais, 'that are no AIS'],
    [counters.duplicates, 'received before'],
    [counters.quarantined, 'set aside'],
  ] as const
  const isSilent = counters.bytes === 0
  return (
    <section className="feed-told" aria-label="What came in" data-silent={isSilent}>
      <strong>
        {isSilent
          ? `Nothing came in for ${seconds} seconds.`
          : `${countWords(counters.messages, 'message', 'messages')} in ${seconds} seconds, ${countWords(counters.fixes, 'position', 'positions')} among them.`}
      </strong>
      {why !== null && <p role="alert">{why}</p>}
      {isSilent && why === null && <p>Connected. Is the receiver on, and does it send to this address?</p>}
      <ul>
        {faults.flatMap(([count, words]) =>
          count === 0 ? [] : [<li key={words}>{`${countWords(count, 'line', 'lines')} ${words}`}</li>],
        )}
      </ul>
      {lines.length > 0 && <pre className="figures">{lines.join('\n')}</pre>}
    </section>
  )
}
