import { Button, Select, TextInput } from '@mantine/core'
import { deleteAisFilter, getAisFilters, saveAisFilter } from '@samudra/contract/filter'
import { tableUpdate } from '@samudra/contract/settings'
import { useState, type FormEvent } from 'react'
import { Form } from '../../kit/Form.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { call } from '../../wire/call.ts'
import { usePush } from '../../wire/push.ts'
import { useAction, useAnswer, useStale } from '../../wire/use-answer.ts'
import { clauseCount, useFilter } from '../../map/filter.store.ts'

const SCOPES = [
  { value: 'PRIVATE', label: 'for me' },
  { value: 'GROUP', label: 'for my group' },
  { value: 'CENTRE', label: 'for everybody' },
]
type Scope = 'PRIVATE' | 'GROUP' | 'CENTRE'

/** Filters under names: mine, my group's and the centre's; chosen, kept, shared by a link. */
export function SavedFilters() {
  const { filter, saved } = useFilter()
  const answer = useAnswer(getAisFilters, {})
  const stale = useStale()
  const [isNaming, setNaming] = useState(false)
  usePush(tableUpdate, ({ table }) => {
    if (table === 'ais_filters') stale(getAisFilters)
  })
  const remove = useAction(async (id: string) => {
    await call(deleteAisFilter, { id })
    useFilter.setState({ saved: null })
    stale(getAisFilters)
  })
  const items = answer.data?.items ?? []
  return (
    <div className="filter-saved">
      <Select
        size="xs"
        aria-label="Saved filter"
        placeholder={items.length === 0 ? 'No filter is saved yet' : 'Choose a saved filter'}
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
  const [name, setName] = useState(saved?.name ?? '')
  const [scope, setScope] = useState<Scope>('PRIVATE')
  const stale = useStale()
  const save = useAction(async (isNew: boolean) => {
    const over = !isNew && saved !== null ? { id: saved.id, expected_version: saved.version } : {}
    const made = await call(saveAisFilter, { ...over, name, visibility: scope, filter })
    useFilter.setState({ saved: made })
    stale(getAisFilters)
    onDone()
  })
  return (
    <Form
      className="filter-save"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save.run(saved?.mine !== true)
      }}
    >
      <TextInput
        size="xs"
        label="Name"
        autoFocus
        required
        withAsterisk={false}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        size="xs"
        label="Who sees it"
        data={SCOPES}
        value={scope}
        allowDeselect={false}
        onChange={(value) => value !== null && setScope(value as Scope)}
      />
      <div className="filter-saved-acts">
        <Button size="compact-xs" type="submit" loading={save.isBusy}>
          {saved?.mine === true ? 'Save over' : 'Save'}
        </Button>
        {saved?.mine === true && (
          <Button size="compact-xs" variant="default" onClick={() => void save.run(true)}>
            As a new one
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {save.fault !== null && <p role="alert">{save.fault.message}</p>}
    </Form>
  )
}
