import {
  addVesselToList,
  getVesselsByVesselList,
  removeVesselFromList,
  type ListMember,
  type VesselList,
} from '@samudra/contract/vessel-lists'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { showShip } from '../../../map/workbench/workbench.store.ts'
import { call } from '../../../wire/call.ts'
import { useAction, useAnswer } from '../../../wire/use-answer.ts'
import { lists } from '../../../stored/shared.ts'
import { WhyThere } from './WhyThere.tsx'

const SHOWN = 200

/** The ships of one list. */
export function Members({ list }: { list: VesselList }) {
  const { data, error } = useAnswer(getVesselsByVesselList, { id: list.id, limit: SHOWN }, { keep: true })
  const [removed, setRemoved] = useState<ListMember | null>(null)
  const remove = useAction(async (member: ListMember) => {
    await call(removeVesselFromList, { id: list.id, mmsi: member.mmsi })
    setRemoved(member)
    await lists.again(list.id)
  })
  const undo = useAction(async ({ mmsi, reason, expires_at }: ListMember) => {
    await call(addVesselToList, { id: list.id, mmsis: [mmsi], reason, expires_at })
    setRemoved(null)
    await lists.again(list.id)
  })
  const fault = error?.message ?? remove.fault?.message ?? undo.fault?.message
  if (data === undefined) return <p className="list-note">{fault ?? '…'}</p>
  return (
    <>
      {fault !== undefined && (
        <p className="refusal" role="alert">
          {fault}
        </p>
      )}
      {removed !== null && (
        <p className="list-note" role="status">
          {nameOf(removed)} is off the list.{' '}
          <button type="button" className="link-button" onClick={() => void undo.run(removed)}>
            Undo
          </button>
        </p>
      )}
      {data.total === 0 && <p className="list-note">No vessels on this list.</p>}
      <ul className="list-members" aria-label={`Vessels of ${list.name}`}>
        {data.items.map((member) => (
          <MemberRow
            key={member.mmsi}
            member={member}
            onRemove={list.may_add ? () => void remove.run(member) : null}
          />
        ))}
      </ul>
      {data.total > SHOWN && <p className="list-note">{data.total - SHOWN} more are on the list.</p>}
    </>
  )
}

const nameOf = ({ mmsi, vessel }: ListMember) => vessel?.ship_name ?? `MMSI ${mmsi}`

function MemberRow({ member, onRemove }: { member: ListMember; onRemove: (() => void) | null }) {
  const { mmsi, vessel } = member
  return (
    <li>
      <span>
        {vessel === null ? (
          <b>
            {nameOf(member)} <small>not on the map</small>
          </b>
        ) : (
          <button
            type="button"
            className="link-button"
            title="Show on the map"
            onClick={() => showShip({ mmsi, split: vessel.split_id })}
          >
            {nameOf(member)}
          </button>
        )}
        <WhyThere of={member} />
      </span>
      {onRemove !== null && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${nameOf(member)} from the list`}
          title="Remove from the list"
          onClick={onRemove}
        >
          <IconX size={14} />
        </button>
      )}
    </li>
  )
}
