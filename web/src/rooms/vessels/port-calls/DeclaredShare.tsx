import { Popover } from '@mantine/core'
import { getDeclaredDestinations } from '@samudra/contract/port-calls'
import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import { UNREAD_WORDS } from './call-words.ts'

const EVERY_MS = 300_000

type Unmatched = { text: string; ships: number; why: 'UNKNOWN' | 'AMBIGUOUS' }
const COLUMNS: Column<Unmatched>[] = [
  { key: 'text', label: 'Declared', isHead: true, cell: ({ text }) => text, value: ({ text }) => text },
  { key: 'ships', label: 'Vessels', isNumber: true, cell: ({ ships }) => ships, value: ({ ships }) => ships },
  {
    key: 'why',
    label: 'Reason',
    cell: ({ why }) => UNREAD_WORDS[why],
    value: ({ why }) => UNREAD_WORDS[why],
  },
]

/**
 * Shows how many vessels at sea declare a known port, and the declarations of the others, which are expected nowhere.
 */
export function DeclaredShare() {
  const { data, error, refetch } = useAnswer(getDeclaredDestinations, {}, { everyMs: EVERY_MS, keep: true })
  if (data === undefined)
    return error === null ? null : <FaultLine fault={error.message} again={() => refetch()} />
  const { declared, matched, unmatched, truncated } = data
  if (declared === 0) return null
  return (
    <p className="call-share">
      {countWords(declared, 'vessel')} on the map {declared === 1 ? 'declares' : 'declare'} a destination;{' '}
      {Math.floor((100 * matched) / declared)} % ({countText(matched)}) name a known port.{' '}
      {unmatched.length > 0 && (
        <Popover width={460} shadow="md" position="bottom-start" trapFocus>
          <Popover.Target>
            <button type="button" className="link-button">
              Show unmatched destinations
            </button>
          </Popover.Target>
          <Popover.Dropdown className="call-unmatched">
            <Table
              label="Unmatched destinations"
              isInText
              columns={COLUMNS}
              rows={unmatched}
              rowKey={({ text }) => text}
              csv="destinations-not-matched.csv"
              {...(truncated
                ? { foot: <span className="dim">The most frequent destinations are listed.</span> }
                : {})}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </p>
  )
}
