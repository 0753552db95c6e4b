import { thresholdText, type Detector, type Threshold } from '@samudra/contract/detectors'
import type { ReactNode } from 'react'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { boundsText } from './detector-draft.ts'

type Props = {
  of: Detector
  /** The value where it is typed; as it stands otherwise. */
  renderValue?: (one: Threshold) => ReactNode
}

/** The numbers a detector goes by: as they are, as they are usually, what they may be, and where they come from. */
export const Thresholds = ({ of, renderValue }: Props) => (
  <Table
    label="Thresholds"
    isInText
    columns={columnsOf(renderValue)}
    rows={of.thresholds}
    rowKey={({ key }) => key}
    empty={<p className="dim">It has no thresholds.</p>}
  />
)

const isOtherwise = ({ value, usual }: Threshold) => value !== usual
const columnsOf = (renderValue: Props['renderValue']): readonly Column<Threshold>[] => [
  { key: 'label', label: 'Alert', isHead: true, cell: ({ label }) => label },
  {
    key: 'value',
    label: 'Value',
    isNumber: true,
    cell: renderValue ?? ((one) => thresholdText(one.value, one)),
    tone: (one) => (renderValue === undefined && isOtherwise(one) ? 'marked' : undefined),
  },
  { key: 'usual', label: 'Default', isNumber: true, cell: (one) => thresholdText(one.usual, one) },
  { key: 'bounds', label: 'Range', isNumber: true, cell: boundsText },
  { key: 'source', label: 'Default from', cell: ({ source }) => <small>{source}</small> },
]
