import type { Field, Wording } from '@samudra/contract/kind'
import type { ReactNode } from 'react'
import { Table } from './Table.tsx'
import type { Column } from './table.ts'

/** Property of two compared things and whether it differs. */
export type SidesLine = { key: string; label: string; left: ReactNode; right: ReactNode; differs: boolean }

type Props = { label: string; heads: readonly [left: string, right: string]; lines: readonly SidesLine[] }
/** Two of one thing side by side, line by line; what differs is marked. */
export const SideBySide = ({ label, heads, lines }: Props) => (
  <Table label={label} isInText isEven columns={columnsOf(heads)} rows={lines} rowKey={({ key }) => key} />
)

/** Returns the line of a field for both objects. */
export function lineOf<Item>(
  { label, text, value }: Field<Item>,
  left: Item,
  right: Item,
  words: Wording,
): SidesLine {
  const is = (one: Item) => JSON.stringify(value?.(one) ?? text(one, words))
  return {
    key: label,
    label,
    left: text(left, words) || '–',
    right: text(right, words) || '–',
    differs: is(left) !== is(right),
  }
}

const tone = ({ differs }: SidesLine) => (differs ? ('marked' as const) : undefined)
const columnsOf = ([left, right]: Props['heads']): Column<SidesLine>[] => [
  { key: 'label', label: '', cell: (line) => line.label, isHead: true },
  { key: 'left', label: left, cell: (line) => line.left, tone },
  { key: 'right', label: right, cell: (line) => line.right, tone },
]
