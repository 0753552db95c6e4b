import { Form } from '../../../kit/forms/Form.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { isoOf } from '../../../kit/text/time-text.ts'
import { Button, ColorInput, FileButton, Modal, Select, Textarea, TextInput } from '@mantine/core'
import {
  addVesselToList,
  BLACKLIST,
  createVesselList,
  MOST_ADDED,
  type VesselList,
} from '@samudra/contract/vessel-lists'
import { useMemo, useState, type FormEvent } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { toast } from '../../../kit/toasts.ts'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { call } from '../../../wire/call.ts'
import { faultAt, useAction } from '../../../wire/use-answer.ts'
import { lists } from '../../../stored/shared.ts'
import { closeDialog, useLists, type Adding, type Wanted } from './lists.store.ts'
import { SWATCHES } from './list-words.ts'
import { LARGEST_LIST_BYTES, mmsisIn } from './mmsis-in.ts'

const NEW = 'new'
/** Requests the list a vessel is added to, and the reason. */
export function AddDialog() {
  const adding = useLists((state) => state.adding)
  return (
    <Modal
      opened={adding !== null}
      onClose={closeDialog}
      title={adding === null ? '' : titleOf(adding)}
      size={420}
      centered
    >
      {adding !== null && <AddForm key={JSON.stringify(adding)} adding={adding} />}
    </Modal>
  )
}

function titleOf({ ship, list }: Adding): string {
  if (ship !== null) return `Add ${ship.name || `MMSI ${ship.mmsi}`} to a list`
  return list === null ? 'New list' : 'Add vessels to a list'
}

function AddForm({ adding: { ship, list } }: { adding: Adding }) {
  const open = lists.use((state) => state.rows).filter((one) => one.may_add)
  // The blacklist is never the default choice.
  const first = open.find(({ id }) => id !== BLACKLIST)?.id ?? NEW
  const [chosen, setChosen] = useState(list ?? (ship === null ? NEW : first))
  const [text, setText] = useState('')
  const typed = useMemo(() => mmsisIn(text), [text])
  const mmsis = ship === null ? typed.mmsis : [ship.mmsi]
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<number | null>(null)
  const [draft, setDraft] = useState<ListDraft>({ name: '', color: SWATCHES[0]!, visibility: 'PRIVATE' })
  const { run, isBusy, fault } = useAction(async () => {
    const expires_at = isoOf(until)
    const id = chosen === NEW ? (await call(createVesselList, { ...draft, kind: 'STATIC' })).id : chosen
    // Sent again after a refusal, the ship goes on the list that exists by then.
    setChosen(id)
    const refused = await addAll(id, mmsis, reason, expires_at)
    await lists.again(id)
    if (refused.length > 0 && ship !== null) throw new Error(`It was not added: ${refused[0]!.why}.`)
    closeDialog()
    useLists.setState({ open: id })
    toast(addedText(ship, mmsis.length - refused.length, refused), refused.length === 0 ? 'good' : 'bad')
  })
  return (
    <Form
      className="list-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) void run()
      }}
    >
      <Select
        label="List"
        data={[
          ...open.map(({ id, name }) => ({ value: id, label: name })),
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
      {ship === null && <ShipsField text={text} typed={typed} onChange={setText} />}
      <Textarea
        label={ship === null ? 'Reason' : 'Reason'}
        required={mmsis.length > 0}
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
      <Refused fault={fault} />
      <div className="state-buttons">
        <ActionButton type="submit" isBusy={isBusy} disabled={mmsis.length > 0 && reason.trim() === ''}>
          {mmsis.length === 0 ? 'Create' : 'Add'}
        </ActionButton>
        <Button variant="default" onClick={closeDialog}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** Puts them on the list, many at a time; those it did not take. */
async function addAll(id: string, mmsis: readonly string[], reason: string, expires_at: string | null) {
  const refused: { mmsi: string; why: string }[] = []
  for (let at = 0; at < mmsis.length; at += MOST_ADDED) {
    const some = mmsis.slice(at, at + MOST_ADDED)
    refused.push(...(await call(addVesselToList, { id, mmsis: some, reason, expires_at })).rejected)
  }
  return refused
}

function addedText(ship: Wanted | null, added: number, refused: readonly { mmsi: string; why: string }[]) {
  if (ship !== null) return `${ship.name || ship.mmsi} is on the list`
  const [first] = refused
  const ships = `${countWords(added, 'vessel')} added to the list`
  return first === undefined ? ships : `${ships}; ${refused.length} not, such as ${first.mmsi}: ${first.why}`
}

/** Ships by their MMSI, typed, pasted or from a file. */
function ShipsField(props: {
  text: string
  typed: ReturnType<typeof mmsisIn>
  onChange: (text: string) => void
}) {
  const { text, typed, onChange } = props
  const [fault, setFault] = useState<string | null>(null)
  async function take(file: File | null) {
    if (file === null) return
    const isFit = file.size <= LARGEST_LIST_BYTES
    setFault(isFit ? null : 'This file is too large; the maximum is 2 MB.')
    if (isFit) onChange(await file.text())
  }
  const read = countWords(typed.mmsis.length, 'vessel')
  return (
    <>
      <Textarea
        label="MMSIs or CSV with a column MMSI (optional)"
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="list-file">
        <span role="status">
          {text.trim() === '' ? 'No vessels yet' : read}
          {typed.unread > 0 && `; ${countWords(typed.unread, 'line')} without an MMSI`}
        </span>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void take(file)}>
          {(button) => (
            <Button {...button} size="compact-xs" variant="default">
              From a file
            </Button>
          )}
        </FileButton>
      </div>
      {fault !== null && (
        <p className="refusal" role="alert">
          {fault}
        </p>
      )}
    </>
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
        <SeenBy
          value={draft.visibility}
          error={wrong('visibility')}
          onChange={(visibility) => change({ visibility })}
        />
      </div>
    </>
  )
}
