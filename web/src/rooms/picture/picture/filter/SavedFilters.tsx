import { Button, Select } from '@mantine/core'
import { deleteAisFilter, filterKind, saveAisFilter, type SavedFilter } from '@samudra/contract/filter'
import { useState } from 'react'
import { useStored } from '../../../../stored/stores.ts'
import { savedFilters } from '../../../../stored/shared.ts'
import { NameInput } from '../../../../kit/forms/NameInput.tsx'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { SeenBy } from '../../../../kit/pages/SeenBy.tsx'
import { copyText } from '../../../../kit/text/copy-text.ts'
import { call } from '../../../../wire/call.ts'
import { useAction } from '../../../../wire/use-answer.ts'
import { clauseCount, useFilter } from '../../../../map/filter.store.ts'

/**
 * Lists named filters: the user's own, the group's and the centre's; they can be chosen, saved and shared by a link.
 */
export function SavedFilters() {
  const { filter, saved } = useFilter()
  const { rows: items } = useStored(savedFilters)
  const [isNaming, setNaming] = useState(false)
  const remove = useAction(async (id: string) => {
    await call(deleteAisFilter, { id })
    savedFilters.drop(id)
    useFilter.setState({ saved: null })
  })
  return (
    <div className="filter-saved">
      <Select
        size="xs"
        aria-label="Saved filter"
        placeholder={items.length === 0 ? 'No saved filters yet' : 'Select a saved filter'}
        disabled={items.length === 0}
        searchable
        data={items.map(({ id, name, owner, mine }) => ({
          value: id,
          label: mine ? name : `${name} (${owner})`,
        }))}
        value={saved?.id ?? null}
        onChange={(id) => {
          const chosen = items.find((one) => one.id === id)
          if (chosen !== undefined) useFilter.setState({ filter: chosen.filter, saved: chosen })
        }}
      />
      <div className="filter-saved-acts">
        <Button
          size="compact-xs"
          variant="default"
          disabled={clauseCount(filter) === 0}
          onClick={() => setNaming(true)}
        >
          Save
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={clauseCount(filter) === 0}
          onClick={() => void copyText(location.href)}
        >
          Copy link
        </Button>
        {saved?.mine === true && (
          <Button
            size="compact-xs"
            variant="default"
            loading={remove.isBusy}
            onClick={() => void remove.run(saved.id)}
          >
            Delete
          </Button>
        )}
      </div>
      {remove.fault !== null && <p role="alert">{remove.fault.message}</p>}
      {isNaming && <SaveForm onDone={() => setNaming(false)} />}
    </div>
  )
}

function SaveForm({ onDone }: { onDone: () => void }) {
  const { filter, saved } = useFilter()
  const own = savedFilters.use(({ byId }) => (saved?.mine === true ? byId.get(saved.id) : undefined)) ?? null
  const [name, setName] = useState(saved?.name ?? '')
  const [visibility, setVisibility] = useState<SavedFilter['visibility']>('PRIVATE')
  const fields = { name, visibility, filter }
  const keep = (made: SavedFilter) => {
    savedFilters.take(made)
    useFilter.setState({ saved: made })
    onDone()
  }
  const add = useAction(async () => keep(await call(saveAisFilter, fields)))
  return (
    <EditForm
      className="filter-save"
      kind={filterKind}
      of={own}
      save={async (over) => {
        const at = over === null ? {} : { id: over.id, expected_version: over.version }
        keep(await call(saveAisFilter, { ...at, ...fields }))
      }}
      typed={(theirs) => ({ ...theirs, ...fields })}
      take={(theirs) => {
        setName(theirs.name)
        setVisibility(theirs.visibility)
        useFilter.setState({ filter: theirs.filter, saved: theirs })
      }}
      renderButtons={(isBusy) => (
        <div className="filter-saved-acts">
          <Button size="compact-xs" type="submit" loading={isBusy || add.isBusy}>
            {own === null ? 'Save' : 'Overwrite'}
          </Button>
          {own !== null && (
            <Button size="compact-xs" variant="default" onClick={() => void add.run()}>
              Save as new
            </Button>
          )}
          <Button size="compact-xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
        </div>
      )}
    >
      {() => (
        <>
          <NameInput size="xs" autoFocus maxLength={80} value={name} onChange={setName} />
          <SeenBy size="xs" value={visibility} onChange={setVisibility} />
          {add.fault !== null && <p role="alert">{add.fault.message}</p>}
        </>
      )}
    </EditForm>
  )
}
