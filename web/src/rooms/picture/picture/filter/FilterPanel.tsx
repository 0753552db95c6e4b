import { Button } from '@mantine/core'
import { filterAisData } from '@samudra/contract/picture'
import { IconCircle, IconLasso, IconPolygon, IconRectangle, IconTrash } from '@tabler/icons-react'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { listContacts } from '../../../../map/contact-list.store.ts'
import { FilterFields, SavedArea } from '../../../../map/filter/FilterFields.tsx'
import { changeFilter, clauseCount, clearFilter, useFilter } from '../../../../map/filter.store.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { SavedFilters } from './SavedFilters.tsx'

/** Counted again this often while the panel is open. */
const COUNT_MS = 5000
/** Selects which contacts are shown: every clause counts, and the number of matches is always shown. */
export function FilterPanel() {
  const filter = useFilter((state) => state.filter)
  return (
    <>
      <Counts />
      <SavedFilters />
      <FilterFields filter={filter} change={changeFilter} area={<AreaField />} />
      <Button size="xs" variant="default" onClick={clearFilter} disabled={clauseCount(filter) === 0}>
        Clear filter
      </Button>
    </>
  )
}

function Counts() {
  const filter = useFilter((state) => state.filter)
  const { data, error } = useAnswer(filterAisData, { filter, limit: 1 }, { everyMs: COUNT_MS, keep: true })
  if (error !== null)
    return (
      <p className="filter-counts" role="alert">
        {error.message}
      </p>
    )
  return (
    <p className="filter-counts" role="status" aria-label="Matching contacts">
      {data === undefined ? (
        '…'
      ) : (
        <>
          <b>
            <Quantity count={data.count} />
          </b>{' '}
          of <Quantity count={data.total} /> contacts match{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => listContacts('Contacts that match the filter', filter)}
          >
            List vessels
          </button>
        </>
      )}
    </p>
  )
}

const SHAPES = [
  ['rectangle', 'Rectangle', IconRectangle],
  ['polygon', 'Polygon', IconPolygon],
  ['circle', 'Circle', IconCircle],
  ['lasso', 'Lasso', IconLasso],
] as const

function AreaField() {
  const filter = useFilter((state) => state.filter)
  const { area } = filter
  const drawing = useFilter((state) => state.drawing)
  return (
    <>
      <SavedArea filter={filter} change={changeFilter} />
      <div className="filter-area">
        {SHAPES.map(([shape, label, Icon]) => (
          <Button
            key={shape}
            size="compact-xs"
            variant={drawing === shape ? 'filled' : 'default'}
            leftSection={<Icon size={13} aria-hidden />}
            onClick={() => useFilter.setState({ drawing: shape })}
          >
            {label}
          </Button>
        ))}
        {area !== undefined && (
          <button
            type="button"
            className="icon-button"
            aria-label="Remove area"
            title="Remove area"
            onClick={() => changeFilter({ area: undefined })}
          >
            <IconTrash size={15} />
          </button>
        )}
      </div>
    </>
  )
}
