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

/** Shows a part of the screen with a row for each source that has content for it. */
export function SourcesPart(props: {
  title: string
  has: (source: SourceStatus) => boolean
  /** Text shown when no source has content. */
  none: string
  /** Columns shown of each source after its name. */
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
        <p className="settings-none">{answer.data === undefined ? 'Loading…' : props.none}</p>
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
