import { FileButton } from '@mantine/core'
import {
  LARGEST_EVENT_FILE,
  uploadEventFile,
  type EventFile,
  type UploadedFile,
} from '@samudra/contract/events'
import { IconMap2, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { drawPreview } from './events.store.ts'

const ROWS_LISTED = 5

/** Files of an event: sent at once, looked through by the server, and what is a map shown as rows and on the map. */
export function FilesField({
  files,
  onChange,
}: {
  files: EventFile[]
  onChange: (files: EventFile[]) => void
}) {
  const [last, setLast] = useState<UploadedFile | null>(null)
  const { run, isBusy, fault } = useAction(async (file: File) => {
    setLast(null)
    if (file.size > LARGEST_EVENT_FILE) throw new Error('The file is larger than 25 MB; send it in parts.')
    const sent = await call(uploadEventFile, { name: file.name }, { bytes: file })
    setLast(sent)
    if (sent.scan === 'BLOCKED') return
    const { file_id: id, name, size, type, sha256, preview } = sent
    onChange([...files, { id, name, size, type, sha256, is_map: preview !== null }])
  })
  return (
    <div className="event-files-field">
      <span className="event-label">Files</span>
      <ul className="event-files">
        {files.map((file) => (
          <li key={file.id}>
            <span>{file.name}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Leave ${file.name} out`}
              title="Leave out"
              onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
            >
              <IconTrash size={15} />
            </button>
          </li>
        ))}
      </ul>
      <FileButton onChange={(file) => file !== null && void run(file)}>
        {(props) => (
          <ActionButton
            {...props}
            size="compact-xs"
            variant="default"
            isBusy={isBusy}
            leftSection={<IconPaperclip size={14} />}
          >
            Add a file
          </ActionButton>
        )}
      </FileButton>
      <p className="refusal" role="alert">
        {fault?.message ?? (last?.scan === 'BLOCKED' ? `${last.name} is blocked: ${last.why ?? ''}` : '')}
      </p>
      {last !== null && last.preview !== null && <Preview sent={last} />}
    </div>
  )
}

function Preview({ sent }: { sent: UploadedFile }) {
  const { rows, total, errors, format } = sent.preview!
  return (
    <div className="event-preview">
      <p role="status">
        {format === '' ? 'No map' : format}: {countWords(total, 'row')}
        {errors.length > 0 && `, ${errors.length} with errors`}
        {rows.length > 0 && (
          <button
            type="button"
            className="link-button"
            onClick={() => drawPreview({ name: sent.name, rows })}
          >
            <IconMap2 size={13} aria-hidden /> Show on the map
          </button>
        )}
      </p>
      {rows.length > 0 && (
        <Table
          label="Rows of the file"
          isInText
          columns={columnsOf(rows)}
          rows={rows.slice(0, ROWS_LISTED)}
          rowKey={({ at }) => String(at)}
        />
      )}
      {errors.slice(0, ROWS_LISTED).map((error, i) => (
        <p key={i} className="dim">
          {error.line !== null ? `Line ${error.line} ` : error.at !== null ? `Row ${error.at} ` : ''}
          {error.why}
        </p>
      ))}
    </div>
  )
}

type Row = NonNullable<UploadedFile['preview']>['rows'][number]
/** Returns the columns: the number, the shape, and three properties of the file. */
const columnsOf = (rows: readonly Row[]): Column<Row>[] => [
  { key: 'at', label: 'No.', cell: ({ at }) => at },
  { key: 'shape', label: 'Shape', cell: ({ geometry }) => geometry.type },
  ...[...new Set(rows.flatMap(({ properties }) => Object.keys(properties)))].slice(0, 3).map((name) => ({
    key: `property ${name}`,
    label: name,
    cell: ({ properties }: Row) => String(properties[name] ?? ''),
  })),
]
