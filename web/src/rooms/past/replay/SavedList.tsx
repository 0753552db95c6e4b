import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Waiting } from '../../../kit/pages/States.tsx'

/** Rows drawn at first, so that what stands below is in reach, and more with each press. */
const SHOWN = 6
const MORE = 50
/** From so many on there is a field to find one by its name. */
const MANY = 8

type Props<Row> = {
  /** Noun for all of them: "bookmarks". */
  noun: string
  rows: readonly Row[]
  isRead: boolean
  fault: string | null
  retry: () => unknown
  keyOf: (row: Row) => string
  /** Returns the text that a typed query searches. */
  textOf: (row: Row) => string
  children: (row: Row) => ReactNode
  empty: string
}

/** A list of any length beside the chart: found by name, drawn as far as it is looked at, and clear about what is missing. */
export function SavedList<Row>(props: Props<Row>) {
  const { noun, rows, isRead, fault, children } = props
  const [words, setWords] = useState('')
  const [count, setCount] = useState(SHOWN)
  const wanted = words.trim().toLowerCase()
  const found = rows.filter((row) => props.textOf(row).toLowerCase().includes(wanted))
  return (
    <>
      {fault !== null && (
        <p className="replay-fault" role="alert">
          <IconAlertTriangleFilled size={14} aria-hidden /> {fault}
          <Button size="compact-xs" variant="default" onClick={() => void props.retry()}>
            Try again
          </Button>
        </p>
      )}
      {!isRead && fault === null && <Waiting />}
      {isRead && rows.length === 0 && <p className="replay-hint">{props.empty}</p>}
      {rows.length >= MANY && (
        <TextInput
          size="xs"
          aria-label={`Search ${noun}`}
          placeholder={`Search ${rows.length} ${noun}`}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setCount(SHOWN)
          }}
        />
      )}
      {wanted !== '' && found.length === 0 && <p className="replay-hint">No matches.</p>}
      <ul>
        {found.slice(0, count).map((row) => (
          <li key={props.keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {found.length > count && (
        <Button size="compact-xs" variant="default" fullWidth onClick={() => setCount(count + MORE)}>
          Show more ({found.length - count} left)
        </Button>
      )}
    </>
  )
}
