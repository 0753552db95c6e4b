import { getSourceWiseStatus, type SourceStatus } from '@samudra/contract/feeds'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { useAnswer } from '../../../wire/use-answer.ts'

const ASK_EVERY_MS = 60_000

const SOURCE: Column<SourceStatus> = {
  key: 'source',
  label: 'Source',
  cell: ({ source, name }) => (
    <>
      <strong>{source}</strong> {name !== source && name}
    </>
  ),
}

/** A part of the screen with a row for each source that has something to tell. */
export function SourcesPart(props: {
  title: string
  has: (source: SourceStatus) => boolean
  /** What is said when none has. */
  none: string
  /** What is told of each after its name. */
  columns: readonly Column<SourceStatus>[]
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
          <Table
            label={props.title}
            isInText
            columns={[SOURCE, ...props.columns]}
            rows={sources}
            rowKey={({ source }) => source}
          />
          <p className="unread-note">{props.note}</p>
        </>
      )}
    </section>
  )
}
