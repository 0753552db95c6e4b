import { getSourceWiseStatus, type SourceStatus } from '@samudra/contract/feeds'
import type { ComponentType, ReactNode } from 'react'
import { useAnswer } from '../wire/use-answer.ts'

const ASK_EVERY_MS = 60_000

/** A part of the screen with a row for each source that has something to tell. */
export function SourcesPart(props: {
  title: string
  has: (source: SourceStatus) => boolean
  /** What is said when none has. */
  none: string
  columns: ReactNode
  /** The cells of a row after the name of its source. */
  Cells: ComponentType<SourceStatus>
  note: string
}) {
  const answer = useAnswer(getSourceWiseStatus, {}, { everyMs: ASK_EVERY_MS, keep: true })
  const sources = (answer.data ?? []).filter(props.has)
  return (
    <section className="system-part">
      <header>
        <h2>{props.title}</h2>
      </header>
      {sources.length === 0 ? (
        <p className="settings-none">{answer.data === undefined ? 'Asking the server…' : props.none}</p>
      ) : (
        <>
          <table className="feed-health">
            <thead>
              <tr>
                <th scope="col">Source</th>
                {props.columns}
              </tr>
            </thead>
            <tbody>
              {sources.map((one) => (
                <tr key={one.source}>
                  <td>
                    <strong>{one.source}</strong> {one.name !== one.source && one.name}
                  </td>
                  <props.Cells {...one} />
                </tr>
              ))}
            </tbody>
          </table>
          <p className="unread-note">{props.note}</p>
        </>
      )}
    </section>
  )
}
