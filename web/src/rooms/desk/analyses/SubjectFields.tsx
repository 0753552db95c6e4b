import { Select, TextInput } from '@mantine/core'
import { ANALYSIS_SUBJECT_LABELS, type AnalysisSubject } from '@samudra/contract/analyses'
import { getPorts } from '@samudra/contract/ports'
import { getEez } from '@samudra/contract/reference'
import { useState } from 'react'
import { areas, lists } from '../../../stored/shared.ts'
import { useStored } from '../../../stored/stores.ts'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { useAnswer } from '../../../wire/use-answer.ts'
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
      {kind === 'AREA' && <AreaSelect value={id} put={put} />}
      {kind === 'PORT' && <PortSelect value={id} put={put} />}
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

type SelectProps = { value: string; put: (id: string | null) => void }
const common = {
  size: 'xs',
  w: 250,
  searchable: true,
  nothingFoundMessage: 'No match',
} as const

function AreaSelect({ value, put }: SelectProps) {
  const { rows } = useStored(areas)
  const zones = useAnswer(getEez, { geometry: false, limit: 500 })
  return (
    <Select
      {...common}
      aria-label="Area"
      placeholder="Choose an area"
      value={value === '' ? null : value}
      data={[
        { group: 'Areas of interest', items: rows.map(({ id, name }) => ({ value: id, label: name })) },
        {
          group: 'Exclusive economic zones',
          items: (zones.data?.items ?? [])
            .filter(({ kind }) => kind === 'EEZ')
            .map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      onChange={put}
    />
  )
}

function ListSelect({ value, put }: SelectProps) {
  const { rows } = useStored(lists)
  return (
    <Select
      {...common}
      aria-label="Vessel list"
      placeholder="Choose a list"
      value={value === '' ? null : value}
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={put}
    />
  )
}

/** Ports are too many to list: the server finds them by name or UN/LOCODE. */
function PortSelect({ value, put }: SelectProps) {
  const [words, setWords] = useState('')
  const page = { shapes: false, limit: 20 }
  const found = useAnswer(getPorts, { ...page, q: words }, { enabled: words.length > 1, keep: true })
  const chosen = useAnswer(getPorts, { ...page, ids: [value] }, { enabled: value !== '' })
  const ports = new Map(
    [...(chosen.data?.items ?? []), ...(found.data?.items ?? [])].map((port) => [port.id, port]),
  )
  return (
    <Select
      {...common}
      aria-label="Port"
      placeholder="Name or UN/LOCODE"
      nothingFoundMessage={words.length > 1 ? common.nothingFoundMessage : 'Type a name or UN/LOCODE'}
      value={value === '' ? null : value}
      data={[...ports.values()].map(({ id, name, locode }) => ({
        value: id,
        label: locode === '' ? name : `${name} (${locode})`,
      }))}
      filter={({ options }) => options}
      onSearchChange={setWords}
      onChange={put}
    />
  )
}
