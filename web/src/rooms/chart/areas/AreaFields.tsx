import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { ColorInput, NumberInput, Select, Textarea } from '@mantine/core'
import { MOST_BACKFILL_DAYS } from '@samudra/contract/areas'
import type { ReactNode } from 'react'
import { faultAt, type Fault } from '../../../wire/use-answer.ts'
import { TYPES, type AreaDraft } from './area-draft.ts'

const SWATCHES = ['#1565c0', '#00838f', '#2e7d32', '#6a1b9a', '#ad1457', '#4e342e', '#37474f']

/** Everything of an area but its outline; `children` stand beside the colour. */
export function AreaFields(props: {
  draft: AreaDraft
  change: (part: Partial<AreaDraft>) => void
  fault: Fault | null
  isNew: boolean
  children: ReactNode
}) {
  const { draft, change, fault, isNew, children } = props
  return (
    <>
      <NameInput
        size="xs"
        maxLength={80}
        value={draft.name}
        error={faultAt(fault, 'name')}
        onChange={(name) => change({ name })}
      />
      <div className="area-pair">
        <Select
          size="xs"
          label="Type"
          data={TYPES}
          value={draft.type}
          allowDeselect={false}
          onChange={(type) => type !== null && change({ type })}
        />
        <SeenBy
          size="xs"
          value={draft.visibility}
          error={faultAt(fault, 'visibility')}
          onChange={(visibility) => change({ visibility })}
        />
      </div>
      <div className="area-pair">
        <ColorInput
          size="xs"
          label="Colour"
          format="hex"
          swatches={SWATCHES}
          value={draft.color}
          onChange={(color) => change({ color })}
        />
        {children}
      </div>
      <div className="area-pair">
        <TimeField
          size="xs"
          label="Valid from"
          value={draft.from}
          error={faultAt(fault, 'valid_from')}
          onChange={(from) => change({ from })}
        />
        <TimeField
          size="xs"
          label="Valid to"
          value={draft.to}
          error={faultAt(fault, 'valid_to')}
          onChange={(to) => change({ to })}
        />
      </div>
      {isNew && (
        <NumberInput
          size="xs"
          label="Compute log for last days"
          min={0}
          max={MOST_BACKFILL_DAYS}
          allowDecimal={false}
          clampBehavior="strict"
          value={draft.days}
          error={faultAt(fault, 'backfill_days')}
          onChange={(days) => change({ days: Number(days) })}
        />
      )}
      <Textarea
        size="xs"
        label="Notes"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={4000}
        value={draft.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </>
  )
}
