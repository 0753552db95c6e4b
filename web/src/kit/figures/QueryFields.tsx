import { Select } from '@mantine/core'
import {
  BY_LABELS,
  COMPARISONS,
  MEASURE_LABELS,
  MEASURE_NAMES,
  MEASURES,
  type FigureBy,
  type FigureQuery,
} from '@samudra/contract/figures'
import { NarrowFields } from './NarrowFields.tsx'
import { withMeasure } from './query-fields.ts'

const COMPARE_LABELS = { previous: 'Previous period', baseline: 'Baseline' } as const
const NONE = 'NONE'

/** Fields of a query: measure, groups, comparison and what narrows it. */
export function QueryFields({ query, change }: { query: FigureQuery; change: (query: FigureQuery) => void }) {
  const without = (field: 'by' | 'compare') => {
    const { [field]: _, ...rest } = query
    return rest
  }
  return (
    <>
      <Select
        label="What is counted"
        allowDeselect={false}
        value={query.measure}
        data={MEASURE_NAMES.map((value) => ({ value, label: MEASURE_LABELS[value] }))}
        onChange={(value) => value !== null && change(withMeasure(query, value))}
      />
      <Select
        label="By"
        allowDeselect={false}
        value={query.by ?? NONE}
        data={[
          { value: NONE, label: 'All together' },
          ...MEASURES[query.measure].map((value) => ({ value: value as string, label: BY_LABELS[value] })),
        ]}
        onChange={(value) =>
          change(value === NONE || value === null ? without('by') : { ...query, by: value as FigureBy })
        }
      />
      <Select
        label="Compared with"
        allowDeselect={false}
        value={query.compare ?? NONE}
        data={[
          { value: NONE, label: 'Nothing' },
          ...COMPARISONS.map((value) => ({ value: value as string, label: COMPARE_LABELS[value] })),
        ]}
        onChange={(value) =>
          change(
            value === NONE || value === null
              ? without('compare')
              : { ...query, compare: value as (typeof COMPARISONS)[number] },
          )
        }
      />
      <NarrowFields query={query} change={change} />
    </>
  )
}
