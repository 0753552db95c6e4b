import { Select, type SelectProps } from '@mantine/core'
import { getPorts } from '@samudra/contract/ports'
import { getEez } from '@samudra/contract/reference'
import { useState } from 'react'
import { areas } from '../../stored/shared.ts'
import { useStored } from '../../stored/stores.ts'
import { useAnswer } from '../../wire/use-answer.ts'

type Props = Omit<SelectProps, 'value' | 'data' | 'onChange'> & {
  /** Id; empty where none is chosen. */
  value: string
  onPick: (id: string | null) => void
}
const NOT_FOUND = 'No match'

const ZONE_GROUPS = [
  { kind: 'EEZ', group: 'EEZ' },
  { kind: '24NM', group: '24 NM' },
  { kind: '12NM', group: '12 NM' },
] as const

/** Choice of an area of interest, or of a boundary. */
export function AreaSelect({ value, onPick, ...props }: Props) {
  const { rows } = useStored(areas)
  const zones = useAnswer(getEez, { geometry: false, limit: 500 })
  return (
    <Select
      placeholder="Choose an area"
      searchable
      nothingFoundMessage={NOT_FOUND}
      {...props}
      value={value === '' ? null : value}
      data={[
        { group: 'Areas of interest', items: rows.map(({ id, name }) => ({ value: id, label: name })) },
        ...ZONE_GROUPS.map(({ kind: wanted, group }) => ({
          group,
          items: (zones.data?.items ?? [])
            .filter(({ kind }) => kind === wanted)
            .map(({ id, name }) => ({ value: id, label: group === 'EEZ' ? name : `${name}, ${group}` })),
        })),
      ]}
      onChange={onPick}
    />
  )
}

/** Choice of a port. They are too many to list: the server finds them by name or UN/LOCODE. */
export function PortSelect({ value, onPick, ...props }: Props) {
  const [words, setWords] = useState('')
  const page = { shapes: false, limit: 20 }
  const found = useAnswer(getPorts, { ...page, q: words }, { enabled: words.length > 1, keep: true })
  const chosen = useAnswer(getPorts, { ...page, ids: [value] }, { enabled: value !== '' })
  const ports = new Map(
    [...(chosen.data?.items ?? []), ...(found.data?.items ?? [])].map((port) => [port.id, port]),
  )
  return (
    <Select
      placeholder="Name or UN/LOCODE"
      searchable
      nothingFoundMessage={words.length > 1 ? NOT_FOUND : 'Type a name or UN/LOCODE'}
      {...props}
      value={value === '' ? null : value}
      data={[...ports.values()].map(({ id, name, locode }) => ({
        value: id,
        label: locode === '' ? name : `${name} (${locode})`,
      }))}
      filter={({ options }) => options}
      onSearchChange={setWords}
      onChange={onPick}
    />
  )
}
