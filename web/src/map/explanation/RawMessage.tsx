import { getRawMessages, type RawMessages } from '@samudra/contract/history'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../../kit/text/copy-text.ts'
import { useAnswer } from '../../wire/use-answer.ts'
import { fieldWords } from './field-words.ts'

/** The fix it was opened for stays, though newer ones come meanwhile. */
export function RawMessage({ fixId, mmsi, source }: { fixId: string; mmsi: string | null; source: string }) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <div className="raw-message">
      <button
        type="button"
        aria-expanded={opened !== null}
        aria-label={`Raw message of ${source}`}
        onClick={() => setOpened(opened === null ? fixId : null)}
      >
        {opened === null ? (
          <IconChevronRight size={13} aria-hidden />
        ) : (
          <IconChevronDown size={13} aria-hidden />
        )}
        Raw message
      </button>
      {opened !== null && (
        <>
          {opened !== fixId && (
            <p className="card-dim">
              A newer fix has arrived.{' '}
              <button type="button" onClick={() => setOpened(fixId)}>
                Show latest message
              </button>
            </p>
          )}
          <Received fixId={opened} mmsi={mmsi} />
        </>
      )}
    </div>
  )
}

/** Scrolls opened content into view. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function Received({ fixId, mmsi }: { fixId: string; mmsi: string | null }) {
  const { data, error } = useAnswer(getRawMessages, { fix_id: fixId, ...(mmsi === null ? {} : { mmsi }) })
  if (data === undefined) return <p role="status">{error === null ? MESSAGES.loading : error.message}</p>
  return (
    <>
      <p ref={intoView} className="card-dim">
        {data.why}
      </p>
      {data.kept && <Lines data={data} />}
    </>
  )
}

function Lines({ data }: { data: RawMessages }) {
  const text = data.lines.join('\n')
  return (
    <>
      <pre ref={intoView} tabIndex={0} aria-label="As received">
        {text}
      </pre>
      <button type="button" onClick={() => void copyText(text)}>
        Copy
      </button>
      {data.decoded.map((fields, n) => (
        <dl key={n} className="raw-fields">
          {Object.entries(fields).map(([field, value]) => (
            <FieldRow key={field} field={field} value={value} />
          ))}
        </dl>
      ))}
    </>
  )
}

function FieldRow({ field, value }: { field: string; value: unknown }) {
  const { label, text, code } = fieldWords(field, value)
  return (
    <>
      <dt title={field}>{label}</dt>
      <dd className="figures">
        {text} {code !== null && <small className="card-dim">{code}</small>}
      </dd>
    </>
  )
}
