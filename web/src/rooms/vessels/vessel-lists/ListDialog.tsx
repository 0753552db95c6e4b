import { filterText } from '@samudra/contract/filter-text'
import { Button, ColorInput, Modal, Select } from '@mantine/core'
import type { AisFilter } from '@samudra/contract/filter'
import type { Kind } from '@samudra/contract/kind'
import { filterAisData } from '@samudra/contract/picture'
import {
  BLACKLIST,
  createVesselList,
  listKind,
  updateVesselList,
  type VesselList,
} from '@samudra/contract/vessel-lists'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { lists, savedFilters } from '../../../stored/shared.ts'
import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { FilterFields, SavedArea } from '../../../map/filter/FilterFields.tsx'
import { clauseCount, useFilter, withClauses, type Clauses } from '../../../map/filter.store.ts'
import { call } from '../../../wire/call.ts'
import { faultAt, useAnswer } from '../../../wire/use-answer.ts'
import { KIND_WORDS, listPath, SWATCHES } from './list-words.ts'

type Draft = Pick<VesselList, 'name' | 'kind' | 'color' | 'visibility'> & { query: AisFilter | null }
const NEW: Draft = { name: '', kind: 'STATIC', color: SWATCHES[0]!, visibility: 'PRIVATE', query: null }
/** In a conflict it is also shown what each version finds. */
const WITH_QUESTION: Kind<VesselList> = {
  ...listKind,
  fields: [...listKind.fields, { label: 'Finds', text: ({ query }) => filterText(query) }],
}
type Props = { list: VesselList | null; isOpen: boolean; close: () => void }

/** Makes a list, or changes what one is called, how it looks, who sees it and whom it finds. */
export const ListDialog = ({ list, isOpen, close }: Props) => (
  <Modal
    opened={isOpen}
    onClose={close}
    title={list === null ? 'New list' : `Change ${list.name}`}
    size={480}
    centered
  >
    {isOpen && <Fields list={list} close={close} />}
  </Modal>
)

function Fields({ list, close }: Omit<Props, 'isOpen'>) {
  const [draft, setDraft] = useState<Draft>(list ?? NEW)
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const navigate = useNavigate()
  const request = draft.kind === 'DYNAMIC' && draft.query !== null ? { query: draft.query } : {}
  return (
    <EditForm
      className="list-form"
      kind={WITH_QUESTION}
      of={list}
      save={async (over) => {
        const { name, kind, color, visibility } = draft
        const values = { name, color, visibility, ...request }
        const saved =
          over === null
            ? await call(createVesselList, { ...values, kind })
            : await call(updateVesselList, { id: over.id, expected_version: over.version, ...values })
        lists.take(saved)
        close()
        if (over === null) void navigate(listPath(saved.id))
      }}
      typed={(theirs) => ({ ...theirs, ...draft })}
      take={(theirs) => setDraft(theirs)}
      renderButtons={(isBusy) => (
        <div className="state-buttons">
          <Button
            type="submit"
            size="xs"
            disabled={
              isBusy ||
              draft.name.trim() === '' ||
              (draft.kind === 'DYNAMIC' && clauseCount(draft.query ?? {}) === 0)
            }
          >
            {list === null ? 'Create' : 'Save'}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Cancel
          </Button>
        </div>
      )}
    >
      {(fault) => (
        <>
          <NameInput
            maxLength={80}
            data-autofocus
            value={draft.name}
            error={faultAt(fault, 'name')}
            onChange={(name) => change({ name })}
          />
          {list === null && (
            <Segments
              label="Membership"
              data={Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }))}
              value={draft.kind}
              onChange={(kind) => change({ kind: kind as Draft['kind'] })}
            />
          )}
          {draft.kind === 'DYNAMIC' && (
            <Question
              query={draft.query}
              fault={faultAt(fault, 'query')}
              onChange={(query) => change({ query })}
            />
          )}
          <div className="list-pair">
            <ColorInput
              label="Colour"
              format="hex"
              swatches={SWATCHES}
              value={draft.color}
              error={faultAt(fault, 'color')}
              onChange={(color) => change({ color })}
            />
            {list?.id !== BLACKLIST && (
              <SeenBy
                value={draft.visibility}
                error={faultAt(fault, 'visibility')}
                onChange={(visibility) => change({ visibility })}
              />
            )}
          </div>
        </>
      )}
    </EditForm>
  )
}

const OF_MAP = 'map'
/** One dynamic list may not ask for another. */
const isStatic = ({ kind }: VesselList) => kind === 'STATIC'

/**
 * Shows the query of the list: the fields of the map's filter, filled in by the user or taken from the map's filter or
 * a saved filter.
 */
function Question(props: {
  query: AisFilter | null
  fault: string | undefined
  onChange: (query: AisFilter) => void
}) {
  const { rows } = useStored(savedFilters)
  const ofMap = useFilter((state) => state.filter)
  const isSet = clauseCount(ofMap) > 0
  const [begun, setBegun] = useState<{ from: string | null; turn: number }>({ from: null, turn: 0 })
  const filter = props.query ?? {}
  const text = filterText(props.query)
  const isAnything = clauseCount(filter) > 0
  const change = (part: Clauses) => props.onChange(withClauses(filter, part))
  return (
    <>
      <Select
        label="Start with a filter"
        placeholder="The filter of the map, or a saved one"
        data={[
          { value: OF_MAP, label: 'The filter of the map', disabled: !isSet },
          ...rows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={begun.from}
        onChange={(value) => {
          const begins = value === OF_MAP ? ofMap : rows.find(({ id }) => id === value)?.filter
          if (begins === undefined) return
          setBegun(({ turn }) => ({ from: value, turn: turn + 1 }))
          props.onChange(begins)
        }}
      />
      <fieldset className="list-question">
        <legend>Filter</legend>
        <FilterFields
          key={begun.turn}
          filter={filter}
          change={change}
          isAtOnce
          offers={isStatic}
          area={<SavedArea filter={filter} change={change} />}
        />
      </fieldset>
      {props.fault !== undefined && (
        <p className="refusal" role="alert">
          {props.fault}
        </p>
      )}
      {isAnything && <Found filter={filter} text={text} />}
    </>
  )
}

/** Shows the query as a sentence, and how many vessels it finds now. */
function Found({ filter, text }: { filter: AisFilter; text: string }) {
  const { data, error } = useAnswer(filterAisData, { filter, limit: 1 }, { keep: true })
  return (
    <p className="list-note" role="status" aria-label="Matching vessels">
      {error !== null ? (
        error.message
      ) : data === undefined ? (
        '…'
      ) : (
        <b>{countWords(data.count, 'contact')} now</b>
      )}
      . {text}
    </p>
  )
}
