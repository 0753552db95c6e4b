import { NumberInput, Select, TextInput } from '@mantine/core'
import {
  BOUNDARY_KIND_WORDS,
  LARGEST_EEZ_FILE,
  MARINE_REGIONS_COLUMNS,
  checkEezImport,
  commitEezImport,
  type EezImport,
} from '@samudra/contract/reference'
import { ImportDrawer } from '../../../kit/forms/ImportDrawer.tsx'
import { call } from '../../../wire/call.ts'
import { boundaries } from './boundaries.store.ts'

const COLUMN_LABELS: Record<keyof typeof MARINE_REGIONS_COLUMNS, string> = {
  name: 'Name',
  country: 'Country code',
  kind: 'Kind',
  mrgid: 'Gazetteer number',
  sovereign: 'Claimed by',
}
const NAMES = Object.keys(COLUMN_LABELS) as (keyof typeof COLUMN_LABELS)[]
type Fields = { edition: string; simplify: number; columns: Partial<typeof COLUMN_LABELS> }

/** Boundaries from a file. */
export const EezImportDrawer = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <ImportDrawer<EezImport, Fields>
    title="Import boundaries"
    isOpen={isOpen}
    onClose={onClose}
    takes="GeoJSON, KML, GeoPackage or zipped shapefile in WGS 84"
    largest={LARGEST_EEZ_FILE}
    sourceHint="Shown with these boundaries"
    usualSource="Flanders Marine Institute, Marine Regions, CC BY 4.0"
    usual={{ edition: '', simplify: 0.005, columns: {} }}
    renderFields={({ fields, set, dry }) => (
      <div className="eez-form">
        <div className="row">
          <TextInput
            label="Edition"
            placeholder="v12"
            maxLength={100}
            value={fields.edition}
            onChange={(event) => set({ edition: event.currentTarget.value })}
          />
          <NumberInput
            label="Simplify by (degrees)"
            min={0}
            max={0.1}
            step={0.001}
            decimalScale={4}
            value={fields.simplify}
            onChange={(value) => typeof value === 'number' && set({ simplify: value })}
          />
        </div>
        {dry !== null && (
          <ColumnChoice
            known={dry.columns}
            chosen={fields.columns}
            onChoose={(columns) => set({ columns })}
          />
        )}
      </div>
    )}
    check={(file, source, fields) =>
      call(checkEezImport, { name: file.name, source, ...fields }, { bytes: file })
    }
    commit={(id) => call(commitEezImport, { id })}
    done={() => void boundaries.read()}
    place="No."
    columns={[
      { label: 'Name', width: 'minmax(120px, 1fr)', value: ({ name }) => name },
      { label: 'Code', width: '60px', value: ({ country }) => country },
      { label: 'Kind', width: '150px', value: ({ kind }) => BOUNDARY_KIND_WORDS[kind] },
      { label: 'Area (km²)', width: '90px', value: ({ area_km2 }) => Math.round(area_km2) },
      { label: 'Corners', width: '80px', value: ({ positions }) => positions },
    ]}
    csv="boundary-import.csv"
  />
)

type Chosen = Fields['columns']

/** Selects the file attribute for each property; those of Marine Regions by default. */
const ColumnChoice = (props: { known: string[]; chosen: Chosen; onChoose: (columns: Chosen) => void }) => (
  <div className="row">
    {NAMES.map((name) => (
      <Select
        key={name}
        size="xs"
        label={COLUMN_LABELS[name]}
        placeholder={MARINE_REGIONS_COLUMNS[name]}
        clearable
        data={props.known}
        value={props.chosen[name] ?? null}
        onChange={(value) => props.onChoose({ ...props.chosen, [name]: value ?? undefined })}
      />
    ))}
  </div>
)
