import type { SourceStatus } from '@samudra/contract/feeds'
import { countText } from '../../../kit/text/quantity-text.ts'
import { SourcesPart } from './SourcesPart.tsx'

/** Maximum number of kinds shown for each source; the operation returns all of them. */
const SHOWN = 8

/** Shows unreadable data of the sources: binary data by designated area code and function. */
export const UnreadData = () => (
  <SourcesPart
    title="Undecoded binary messages"
    has={({ unread_data }) => unread_data.length > 0}
    none="None received since the server started."
    columns={[
      { key: 'messages', label: 'Messages', isNumber: true, cell: (source) => countText(messagesOf(source)) },
      { key: 'kinds', label: 'By area code and function (DAC/FI)', cell: kindsOf },
    ]}
    note="Counted since the server started."
  />
)

const messagesOf = ({ unread_data }: SourceStatus) =>
  unread_data.reduce((sum, { messages }) => sum + messages, 0)

function kindsOf(source: SourceStatus) {
  const named = source.unread_data.filter(({ dac }) => dac !== null).slice(0, SHOWN)
  const rest = messagesOf(source) - named.reduce((sum, { messages }) => sum + messages, 0)
  return (
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
  )
}
