import type { FeedTest } from '@samudra/contract/feeds'
import { countWords } from '../../../kit/text/quantity-text.ts'

/** Shows the data received during the test: a sentence first, then counts and lines. */
export function TestResult({ result }: { result: FeedTest }) {
  const { counters, lines, seconds, why } = result
  const faults = [
    [counters.bad_checksum, 'with a wrong checksum'],
    [counters.malformed, 'malformed'],
    [counters.not_ais, 'not AIS'],
    [counters.duplicates, 'duplicate'],
    [counters.quarantined, 'quarantined'],
  ] as const
  const isSilent = counters.bytes === 0
  return (
    <section className="feed-result" aria-label="Test result" data-silent={isSilent}>
      <strong>
        {isSilent
          ? `No data received in ${seconds} seconds.`
          : `${countWords(counters.messages, 'message', 'messages')} in ${seconds} seconds, including ${countWords(counters.fixes, 'position', 'positions')}.`}
      </strong>
      {why !== null && <p role="alert">{why}</p>}
      {isSilent && why === null && (
        <p>Connected, but no data. Check that the receiver is on and sends to this address.</p>
      )}
      <ul>
        {faults.flatMap(([count, words]) =>
          count === 0 ? [] : [<li key={words}>{`${countWords(count, 'line', 'lines')} ${words}`}</li>],
        )}
      </ul>
      {lines.length > 0 && <pre className="figures">{lines.join('\n')}</pre>}
    </section>
  )
}
