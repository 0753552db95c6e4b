import { Select } from '@mantine/core'
import { AGGREGATES, COUNTED_CMPS, type Of } from '../builder/kinds.ts'
import { useIsOfAircraft } from '../builder/subject.ts'
import { NUMBER_OPTIONS, NUMBERS_OF_AIRCRAFT } from './fields.ts'
import { Choice, Num } from './inputs.tsx'

type Props = { node: Of<'agg'>; onChange: (node: Of<'agg'>) => void }

const OF_WHOM = [
  { value: 'her', label: 'of the vessel itself' },
  { value: 'ships', label: 'over vessels in the area' },
] as const
type AggDraft = Omit<Of<'agg'>, 'over' | 'nm' | 'against'> & {
  over?: 'vessels' | undefined
  nm?: number | undefined
  against?: 'BASELINE' | undefined
}
const BASELINE_CMPS = [...COUNTED_CMPS, { value: 'ne', label: 'is outside of' }] as const
const AGAINST = [
  { value: 'number', label: 'a number' },
  { value: 'BASELINE', label: 'the baseline of the hour' },
] as const
/** Without what does not go together. */
function aggOf({ over, nm, against, ...node }: AggDraft): Of<'agg'> {
  // The baseline is that of the clock: of distinct vessels in 60 minutes.
  if (node.of === 'vessels' && against !== undefined)
    return { ...node, fn: 'distinct', window_min: 60, against }
  if (node.cmp === 'ne') return aggOf({ ...node, over, nm, cmp: 'gt' })
  if (node.of === 'vessels') return nm === undefined ? node : { ...node, nm }
  return over === undefined ? node : { ...node, over }
}
const OF_SHIPS = { value: 'vessels', label: 'Vessels' } as const
export function AggFields({ node, onChange }: Props) {
  const isOfAircraft = useIsOfAircraft()
  return (
    <>
      <Choice
        label="Function"
        data={AGGREGATES}
        width={170}
        value={node.fn}
        onChange={(fn) => onChange({ ...node, fn: fn as Of<'agg'>['fn'] })}
      />
      <Select
        size="xs"
        w={200}
        aria-label="Of what"
        searchable
        selectFirstOptionOnChange
        data={isOfAircraft ? NUMBERS_OF_AIRCRAFT : [OF_SHIPS, ...NUMBER_OPTIONS]}
        value={node.of}
        allowDeselect={false}
        onChange={(of) => of !== null && onChange(aggOf({ ...node, of }))}
      />
      {node.of !== 'vessels' && !isOfAircraft && (
        <Choice
          label="Of whom"
          data={OF_WHOM}
          width={150}
          value={node.over === 'vessels' ? 'ships' : 'her'}
          onChange={(whom) => onChange(aggOf({ ...node, over: whom === 'ships' ? 'vessels' : undefined }))}
        />
      )}
      {node.of === 'vessels' && node.against === undefined && !isOfAircraft && (
        <>
          <span>within</span>
          <Num
            label="Distance between vessels"
            unit="NM"
            min={0}
            placeholder="the zone"
            value={node.nm}
            onChange={(nm) => onChange(aggOf({ ...node, nm }))}
          />
        </>
      )}
      <span>in</span>
      <Num
        label="In the last"
        unit="min"
        min={0}
        value={node.window_min}
        onChange={(window_min) => window_min !== undefined && onChange({ ...node, window_min })}
      />
      <Choice
        label="Comparison"
        data={node.against === undefined ? COUNTED_CMPS : BASELINE_CMPS}
        width={120}
        value={node.cmp as 'gt'}
        onChange={(cmp) => onChange({ ...node, cmp })}
      />
      {node.of === 'vessels' && !isOfAircraft && (
        <Choice
          label="Compared with"
          data={AGAINST}
          width={180}
          value={node.against ?? 'number'}
          onChange={(against) =>
            onChange(aggOf({ ...node, against: against === 'BASELINE' ? against : undefined }))
          }
        />
      )}
      <Num
        label={node.against === undefined ? 'Value' : 'Deviations'}
        {...(node.against === undefined ? {} : { unit: 'sd', min: 0, max: 20 })}
        value={node.value}
        onChange={(value) => value !== undefined && onChange({ ...node, value })}
      />
    </>
  )
}
