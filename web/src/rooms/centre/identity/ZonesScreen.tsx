import { Button } from '@mantine/core'
import { tableUpdate } from '@samudra/contract/kind'
import { addZone, deleteZone, getZones, type Zone } from '@samudra/contract/zones'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { call } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import { ZoneForm } from './ZoneForm.tsx'
import { ZoneSketch } from './ZoneSketch.tsx'
import './account/account.css'
import './login/login.css'
import './users/users.css'

/** The areas users may be confined to. */
export function Component() {
  const answer = useAnswer(getZones, {})
  const stale = useStale()
  const [form, setForm] = useState<Zone | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Zone | null>(null)
  usePush(tableUpdate, ({ table }) => {
    if (table === 'zones') stale(getZones)
  })
  const remove = useAction(async (zone: Zone) => {
    await call(deleteZone, { id: zone.id })
    setDeleted(zone)
    stale(getZones)
  })
  const undo = useAction(async (zone: Zone) => {
    if (zone.geometry !== undefined) await call(addZone, { name: zone.name, geometry: zone.geometry })
    setDeleted(null)
    stale(getZones)
  })
  const fault = remove.fault ?? undo.fault
  const zones = answer.data?.items
  return (
    <Page
      title="Zones"
      subtitle="Users restricted to a zone see only what is inside it."
      actions={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setForm('new')}>
          Add zone
        </Button>
      }
    >
      {fault !== null && (
        <p className="login-refusal" role="alert">
          {fault.message}
        </p>
      )}
      {deleted !== null && (
        <p className="account-note" role="status">
          The zone {deleted.name} is deleted.{' '}
          <button type="button" className="link-button" onClick={() => void undo.run(deleted)}>
            Undo
          </button>
        </p>
      )}
      {zones === undefined &&
        (answer.isError ? (
          <Failed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Waiting />
        ))}
      {zones?.length === 0 && (
        <Nothing
          title="No zones yet"
          hint="Add a zone, then assign it to users who may see only a part of the picture."
        >
          <Button size="xs" onClick={() => setForm('new')}>
            Add zone
          </Button>
        </Nothing>
      )}
      <ul className="zones">
        {zones?.map((zone) => (
          <li key={zone.id} className="zone">
            <ZoneSketch shapes={zone.geometry === undefined ? [] : [zone.geometry]} />
            <div>
              <strong>{zone.name}</strong>
              <p>
                {countWords(zone.users ?? 0, 'user')} · <When at={zone.updated_at} />
              </p>
            </div>
            <div className="account-buttons">
              <Button size="xs" variant="default" onClick={() => setForm(zone)}>
                Edit
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={remove.isBusy}
                onClick={() => void remove.run(zone)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ZoneForm zone={form} onClose={() => setForm(null)} />
    </Page>
  )
}
