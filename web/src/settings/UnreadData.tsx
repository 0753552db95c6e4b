import { getSourceWiseStatus, type SourceStatus } from '@samudra/contract/feeds'
import { countText } from '../kit/quantity-text.ts'
import { useAnswer } from '../wire/use-answer.ts'

const ASK_EVERY_MS = 60_000
/** Told on the screen of each source; the operation tells all of them. */
const SHOWN = 8

/** What the sources bring that nobody can read: binary data by designated area code and function. */
export function UnreadData() {
  const answer = useAnswer(getSourceWiseStatus, {}, { everyMs: ASK_EVERY_MS, keep: true })
  const sources = (answer.data ?? []).filter(({ unread_data }) => unread_data.length > 0)
  return (
    <section className="system-part">
      <header>
        <h2>Binary messages that are not read</h2>
      </header>
      {sources.length === 0 ? (
        <p className="settings-none">
          {answer.data === undefined
            ? 'Asking the server…'
            : 'No source has sent any since the server was started.'}
        </p>
      ) : (
        <>
          <table className="feed-health">
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col" className="number">
                  Messages
                </th>
                <th scope="col">By area code and function (DAC/FI)</th>
              </tr>
            </thead>
            <tbody>
              {sources.map((one) => (
                <UnreadRow key={one.source} source={one} />
              ))}
            </tbody>
          </table>
          <p className="unread-note">Counted since the server was started.</p>
        </>
      )}
    </section>
  )
}

function UnreadRow({ source: { source, name, unread_data } }: { source: SourceStatus }) {
  const all = unread_data.reduce((sum, { messages }) => sum + messages, 0)
  const named = unread_data.filter(({ dac }) => dac !== null).slice(0, SHOWN)
  const rest = all - named.reduce((sum, { messages }) => sum + messages, 0)
  return (
    <tr>
      <td>
        <strong>{source}</strong> {name !== source && name}
      </td>
      <td className="number figures">{countText(all)}</td>
      <td>
        <ul className="unread-kinds figures">
          {named.map(({ dac, fi, messages }) => (
            <li key={`${dac}/${fi}`}>
              <strong>
                {dac}/{fi}
              </strong>{' '}
              {countText(messages)}
            </li>
          ))}
          {rest > 0 && <li>others {countText(rest)}</li>}
        </ul>
      </td>
    </tr>
  )
}
