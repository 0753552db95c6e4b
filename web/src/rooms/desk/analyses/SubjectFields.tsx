import { Select, TextInput } from '@mantine/core'
import { ANALYSIS_SUBJECT_LABELS, type AnalysisSubject } from '@samudra/contract/analyses'
import { lists } from '../../../stored/shared.ts'
import { useStored } from '../../../stored/stores.ts'
import { AreaSelect, PortSelect } from '../../../kit/forms/PlaceSelect.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { readBox } from './analysis-address.ts'

export type SubjectDraft = {
  kind: AnalysisSubject['kind']
  /** Id of the area, port or list; empty until one is chosen. */
  id: string
  /** Typed box, `west,south,east,north`; empty of a drawn shape that was saved. */
  box: string
}
type Props = { draft: SubjectDraft; change: (draft: SubjectDraft) => void; hasShape: boolean }

const KINDS = (Object.keys(ANALYSIS_SUBJECT_LABELS) as AnalysisSubject['kind'][]).map((value) => ({
  value,
  label: ANALYSIS_SUBJECT_LABELS[value],
}))

const SMALL = { size: 'xs', w: 250 } as const

/** Choice of what is analysed: an area, a port, a vessel list or a typed box. */
export function SubjectFields({ draft, change, hasShape }: Props) {
  const { kind, id, box } = draft
  const put = (next: string | null) => change({ ...draft, id: next ?? '' })
  return (
    <>
      <Segments
        label="Subject"
        data={KINDS}
        value={kind}
        onChange={(next) => change({ kind: next, id: '', box: '' })}
      />
      {kind === 'AREA' && <AreaSelect {...SMALL} aria-label="Area" value={id} onPick={put} />}
      {kind === 'PORT' && <PortSelect {...SMALL} aria-label="Port" value={id} onPick={put} />}
      {kind === 'LIST' && <ListSelect value={id} put={put} />}
      {kind === 'SHAPE' && (
        <TextInput
          size="xs"
          w={250}
          aria-label="Box: west, south, east, north"
          placeholder={hasShape ? 'the saved shape' : 'west, south, east, north: 76, 4, 84, 11'}
          value={box}
          maxLength={80}
          error={
            box !== '' && readBox(box) === null ? 'Four numbers in degrees: west, south, east, north' : null
          }
          onChange={(event) => change({ ...draft, box: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function ListSelect({ value, put }: { value: string; put: (id: string | null) => void }) {
  const { rows } = useStored(lists)
  return (
    <Select
      {...SMALL}
      searchable
      nothingFoundMessage="No match"
      aria-label="Vessel list"
      placeholder="Choose a list"
      value={value === '' ? null : value}
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={put}
    />
  )
}
