import { Checkbox, MultiSelect, Select } from '@mantine/core'
import { alpha2Of, ALPHA3_CODES, countryNameOf } from '@samudra/nautical/iso-countries'
import { faultAt, type Fault } from '../../../../wire/use-answer.ts'
import type { DefinitionDraft } from './definition-draft.ts'

type Crossing = NonNullable<DefinitionDraft['crossing']>
const STATES = ALPHA3_CODES.map((value) => ({ value, label: countryNameOf(alpha2Of(value)!) }))
  .filter(({ label }) => label !== '')
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
const DIRECTIONS = [
  { value: 'IN', label: 'Into the waters' },
  { value: 'OUT', label: 'Out of the waters' },
]

/** Crossings of a line that raise an alert: of which states, which way, and whether vessels in passage count. */
export function CrossingField(props: {
  value: Crossing | null
  fault: Fault | null
  onChange: (value: Crossing | null) => void
}) {
  const { value, fault, onChange } = props
  const set = (part: { [Name in keyof Crossing]?: Crossing[Name] | undefined }) => {
    const next = Object.fromEntries(
      Object.entries({ ...value, ...part }).filter(([, one]) => one !== undefined && one !== false),
    ) as Crossing
    onChange(Object.keys(next).length === 0 ? null : next)
  }
  return (
    <fieldset className="wide">
      <legend>Which crossings</legend>
      <div className="definition-pair">
        <MultiSelect
          size="xs"
          label="Waters of"
          searchable
          clearable
          placeholder={value?.states === undefined ? 'Any state' : ''}
          nothingFoundMessage="No state of this name"
          data={STATES}
          value={value?.states ?? []}
          error={faultAt(fault, 'crossing.states') ?? faultAt(fault, 'crossing')}
          onChange={(states) => set({ states: states.length === 0 ? undefined : states })}
        />
        <Select
          size="xs"
          label="Direction"
          clearable
          placeholder="Both"
          data={DIRECTIONS}
          value={value?.direction ?? null}
          onChange={(way) => set({ direction: way === 'IN' || way === 'OUT' ? way : undefined })}
        />
      </div>
      <Checkbox
        size="xs"
        label="Exclude merchant vessels in passage"
        description="Cargo vessels, tankers and passenger ships at 5 kn or more pass through, or sail to or from a port."
        checked={value?.exclude_passage === true}
        onChange={(event) => set({ exclude_passage: event.currentTarget.checked })}
      />
    </fieldset>
  )
}
