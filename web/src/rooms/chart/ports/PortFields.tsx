import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { NumberInput, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../map/coordinates/coordinates.store.ts'
import { coordinateText, readCoordinates } from '../../../map/coordinates/coordinates.ts'
import { faultAt, type Fault } from '../../../wire/use-answer.ts'
import { contactOf, contactText, type PortDraft } from './port-draft.ts'

type Part = { draft: PortDraft; change: (part: Partial<PortDraft>) => void; fault: Fault | null }

/** Everything of a port but its outlines. */
export function PortFields({ draft, change, fault }: Part) {
  return (
    <>
      <NameInput
        size="xs"
        maxLength={100}
        value={draft.name}
        error={faultAt(fault, 'name')}
        onChange={(name) => change({ name })}
      />
      <div className="area-pair">
        <TextInput
          size="xs"
          label="UN/LOCODE"
          placeholder="None"
          maxLength={5}
          value={draft.locode}
          error={faultAt(fault, 'locode')}
          onChange={(event) => change({ locode: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          size="xs"
          label="Country, code or name"
          required
          withAsterisk={false}
          maxLength={80}
          value={draft.country}
          error={faultAt(fault, 'country')}
          onChange={(event) => change({ country: event.currentTarget.value })}
        />
      </div>
      <PlaceInput draft={draft} change={change} fault={fault} />
      <TagsInput
        size="xs"
        label="Other names and codes"
        value={draft.alias}
        error={faultAt(fault, 'alias')}
        onChange={(alias) => change({ alias })}
      />
      <TagsInput
        size="xs"
        label="Facilities"
        value={draft.facilities}
        error={faultAt(fault, 'facilities')}
        onChange={(facilities) => change({ facilities })}
      />
      <TagsInput
        size="xs"
        label="Contacts"
        description="Contact, such as Port control: VHF 14"
        splitChars={[';']}
        value={draft.contacts.map(contactText)}
        error={faultAt(fault, 'contacts')}
        onChange={(contacts) => change({ contacts: contacts.map(contactOf) })}
      />
      <div className="area-pair">
        <TextInput
          size="xs"
          label="Time zone"
          placeholder="Asia/Kolkata"
          maxLength={60}
          value={draft.time_zone}
          error={faultAt(fault, 'time_zone')}
          onChange={(event) => change({ time_zone: event.currentTarget.value })}
        />
        <NumberInput
          size="xs"
          label="Circle, NM"
          description="Used if no harbour is drawn"
          min={0.1}
          max={20}
          step={0.1}
          decimalScale={2}
          value={draft.radius_nm}
          error={faultAt(fault, 'radius_nm')}
          onChange={(value) => typeof value === 'number' && change({ radius_nm: value })}
        />
      </div>
      <TextInput
        size="xs"
        label="Source"
        required
        withAsterisk={false}
        maxLength={300}
        value={draft.source}
        error={faultAt(fault, 'source')}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        label="Reason"
        placeholder="Stored in the history"
        maxLength={500}
        value={draft.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </>
  )
}

/** A position in any writing. */
function PlaceInput({ draft, change, fault }: Part) {
  const format = useFormat((state) => state.format)
  const written = coordinateText(format, draft.lat, draft.lon)
  const [{ text, of }, setTyped] = useState({ text: written, of: written })
  if (of !== written) setTyped({ text: written, of: written })
  const read = readCoordinates(text)
  return (
    <TextInput
      size="xs"
      label="Position"
      required
      withAsterisk={false}
      value={text}
      error={
        read === null
          ? 'Not a position. Enter one like 18.94, 72.83.'
          : (faultAt(fault, 'lat') ?? faultAt(fault, 'lon'))
      }
      onChange={(event) => setTyped({ text: event.currentTarget.value, of: written })}
      onBlur={() => read !== null && text !== written && change({ lat: read.lat, lon: read.lon })}
    />
  )
}
