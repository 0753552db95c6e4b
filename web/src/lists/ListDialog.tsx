import { Button, ColorInput, Modal, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { AisFilter } from '@samudra/contract/filter'
import {
  BLACKLIST,
  createVesselList,
  listKind,
  updateVesselList,
  type VesselList,
} from '@samudra/contract/vessel-lists'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useKept } from '../kept/kept.ts'
import { lists, savedFilters } from '../kept/shared.ts'
import { EditForm } from '../kit/EditForm.tsx'
import { SeenBy } from '../kit/SeenBy.tsx'
import { clauseCount, useFilter } from '../map/filter.store.ts'
import { call } from '../wire/call.ts'
import { faultAt } from '../wire/use-answer.ts'
import { asksText, KIND_WORDS, listPath, SWATCHES } from './list-words.ts'

type Draft = Pick<VesselList, 'name' | 'kind' | 'color' | 'visibility'> & { query: AisFilter | null }
const NEW: Draft = { name: '', kind: 'STATIC', color: SWATCHES[0]!, visibility: 'PRIVATE', query: null }
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
  const asked = draft.kind === 'DYNAMIC' && draft.query !== null ? { query: draft.query } : {}
  return (
    <EditForm
      className="list-form"
      kind={listKind}
      of={list}
      save={async (over) => {
        const { name, kind, color, visibility } = draft
        const said = { name, color, visibility, ...asked }
        const saved =
          over === null
            ? await call(createVesselList, { ...said, kind })
            : await call(updateVesselList, { id: over.id, expected_version: over.version, ...said })
        lists.take(saved)
        close()
        if (over === null) void navigate(listPath(saved.id))
      }}
      typed={(theirs) => ({ ...theirs, ...draft })}
      take={(theirs) => setDraft(theirs)}
      faultClass="list-fault"
      renderButtons={(isBusy) => (
        <div className="state-buttons">
          <Button
            type="submit"
            size="xs"
            disabled={
              isBusy || draft.name.trim() === '' || (draft.kind === 'DYNAMIC' && draft.query === null)
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
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            maxLength={80}
            data-autofocus
            value={draft.name}
            error={faultAt(fault, 'name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          {list === null && (
            <SegmentedControl
              aria-label="How ships come on it"
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

/** What the ships have in common: the filter of the map, or one that is kept under a name. */
function Question(props: {
  query: AisFilter | null
  fault: string | undefined
  onChange: (query: AisFilter) => void
}) {
  const { rows } = useKept(savedFilters)
  const ofMap = useFilter((state) => state.filter)
  const isSet = clauseCount(ofMap) > 0
  const [from, setFrom] = useState<string | null>(null)
  const text = asksText(props.query)
  return (
    <>
      <Select
        label="Finds what this filter lets pass"
        description="Set a filter on the map first, or keep one there under a name"
        placeholder={text === '' ? 'Choose a filter' : 'As it is; choose another'}
        data={[
          { value: OF_MAP, label: 'The filter of the map', disabled: !isSet },
          ...rows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={from}
        error={props.fault}
        onChange={(value) => {
          setFrom(value)
          const filter = value === OF_MAP ? ofMap : rows.find(({ id }) => id === value)?.filter
          if (filter !== undefined) props.onChange(filter)
        }}
      />
      {text !== '' && <p className="list-note">{text}</p>}
    </>
  )
}
