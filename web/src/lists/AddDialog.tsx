import { TimeField } from '../kit/TimeField.tsx'
import { isoOf } from '../kit/time-text.ts'
import { Button, ColorInput, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { addVesselToList, createVesselList, type VesselList } from '@samudra/contract/vessel-lists'
import { useState, type FormEvent } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { toast } from '../kit/toasts.ts'
import { call } from '../wire/call.ts'
import { faultAt, useAction } from '../wire/use-answer.ts'
import { addToList, readLists, useLists, type Wanted } from './lists.store.ts'
import './lists.css'

const NEW = 'new'
const SWATCHES = ['#1565c0', '#00838f', '#2e7d32', '#6a1b9a', '#ad1457', '#4e342e', '#37474f']
const SCOPES: { value: VesselList['visibility']; label: string }[] = [
  { value: 'PRIVATE', label: 'Me' },
  { value: 'GROUP', label: 'My group' },
  { value: 'CENTRE', label: 'Everybody here' },
]

/** Asks which list a ship is put on, and why. */
export function AddDialog() {
  const adding = useLists((state) => state.adding)
  return (
    <Modal
      opened={adding !== null}
      onClose={() => addToList(null)}
      title={adding === null ? '' : `Add ${adding.name || `MMSI ${adding.mmsi}`} to a list`}
      size={420}
      centered
    >
      {adding !== null && <Form key={adding.mmsi} ship={adding} />}
    </Modal>
  )
}

function Form({ ship }: { ship: Wanted }) {
  const lists = useLists((state) => state.lists).filter((one) => one.may_add)
  const [chosen, setChosen] = useState(lists[0]?.id ?? NEW)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<number | null>(null)
  const [draft, setDraft] = useState<ListDraft>({ name: '', color: SWATCHES[0]!, visibility: 'PRIVATE' })
  const { run, isBusy, fault } = useAction(async () => {
    const expires_at = isoOf(until)
    const id = chosen === NEW ? (await call(createVesselList, { ...draft, kind: 'STATIC' })).id : chosen
    // Sent again after a refusal, the ship goes on the list that exists by then.
    setChosen(id)
    const { rejected } = await call(addVesselToList, { id, mmsis: [ship.mmsi], reason, expires_at })
    await readLists()
    if (rejected[0] !== undefined) throw new Error(`It was not added: ${rejected[0].why}.`)
    addToList(null)
    toast(`${ship.name || ship.mmsi} is on the list`, 'good')
  })
  return (
    <form
      className="list-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) void run()
      }}
    >
      <Select
        label="List"
        data={[
          ...lists.map(({ id, name }) => ({ value: id, label: name })),
          { value: NEW, label: 'A new list…' },
        ]}
        value={chosen}
        allowDeselect={false}
        onChange={(value) => value !== null && setChosen(value)}
      />
      {chosen === NEW && (
        <NewList
          draft={draft}
          change={(part) => setDraft((now) => ({ ...now, ...part }))}
          wrong={(field) => faultAt(fault, field)}
        />
      )}
      <Textarea
        label="Reason"
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        error={faultAt(fault, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TimeField
        label="Until; empty for good"
        value={until}
        error={faultAt(fault, 'expires_at')}
        onChange={setUntil}
      />
      {fault !== null && (
        <p className="list-fault" role="alert">
          {fault.message}
        </p>
      )}
      <div className="state-buttons">
        <ActionButton type="submit" isBusy={isBusy} disabled={reason.trim() === ''}>
          Add
        </ActionButton>
        <Button variant="default" onClick={() => addToList(null)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type ListDraft = { name: string; color: string; visibility: VesselList['visibility'] }

function NewList(props: {
  draft: ListDraft
  change: (part: Partial<ListDraft>) => void
  wrong: (field: string) => string | undefined
}) {
  const { draft, change, wrong } = props
  return (
    <>
      <TextInput
        label="Name of the list"
        required
        withAsterisk={false}
        maxLength={80}
        value={draft.name}
        error={wrong('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className="list-pair">
        <ColorInput
          label="Colour"
          format="hex"
          swatches={SWATCHES}
          value={draft.color}
          error={wrong('color')}
          onChange={(color) => change({ color })}
        />
        <Select
          label="Who sees it"
          data={SCOPES}
          value={draft.visibility}
          allowDeselect={false}
          error={wrong('visibility')}
          onChange={(visibility) => visibility !== null && change({ visibility })}
        />
      </div>
    </>
  )
}
