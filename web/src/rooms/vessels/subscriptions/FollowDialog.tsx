import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button, Checkbox, Modal, NumberInput, Select } from '@mantine/core'
import type { NotificationSeverity } from '@samudra/contract/notifications'
import {
  addSubscription,
  deleteSubscription,
  getSubscriptionFigures,
  VESSEL_UPDATES_OF,
  vesselUpdateWords,
  isPlace,
  NEAR_NM,
  subscriptionKind,
  updateSubscription,
  type VesselUpdate,
  type Subscription,
  type TargetKind,
} from '@samudra/contract/subscriptions'
import { useState } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { subscriptions } from '../../../stored/shared.ts'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { Waiting } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { closeFollow, useFollow, type Followed } from '../../../map/follow.store.ts'
import { call } from '../../../wire/call.ts'
import { faultAt, useAction, useStale } from '../../../wire/use-answer.ts'
import './subscriptions.css'

const USUAL = 'USUAL'
const severitiesOf = (kind: TargetKind) => [
  {
    value: USUAL,
    label: isPlace(kind) ? 'Default: information' : 'Default: warning for dark, near and identity changes',
  },
  ...(['INFO', 'WARNING', 'CRITICAL'] as const).map((value) => ({ value, label: SEVERITY_LABELS[value] })),
]

/** Lets the user choose what to be notified of; shown above the screen that opened it. */
export function FollowDialog() {
  const wanted = useFollow((state) => state.wanted)
  return (
    <Modal
      opened={wanted !== null}
      onClose={closeFollow}
      title={wanted === null ? '' : `Notify me about ${wanted.name}`}
      size={440}
      centered
    >
      {wanted !== null && <Wish key={`${wanted.kind} ${wanted.id}`} of={wanted} />}
    </Modal>
  )
}

function Wish({ of }: { of: Followed }) {
  const { rows, isRead } = useStored(subscriptions)
  if (!isRead) return <Waiting />
  const known = rows.find(({ target }) => target.kind === of.kind && target.id === of.id) ?? null
  return <WishForm key={known?.id ?? 'new'} of={of} known={known} />
}

type Draft = Pick<Subscription, 'happenings' | 'near_nm' | 'severity'>

function WishForm({ of, known }: { of: Followed; known: Subscription | null }) {
  const offered = VESSEL_UPDATES_OF[of.kind]
  const [draft, setDraft] = useState<Draft>(
    known ?? { happenings: offered.filter((one) => one !== 'NEAR'), near_nm: null, severity: null },
  )
  const stale = useStale()
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const toggle = (one: VesselUpdate, isOn: boolean) => {
    const happenings = offered.filter((other) => (other === one ? isOn : draft.happenings.includes(other)))
    change({ happenings, ...(one === 'NEAR' ? { near_nm: isOn ? NEAR_NM.usual : null } : {}) })
  }
  const end = useAction(async () => {
    await call(deleteSubscription, { id: known!.id })
    subscriptions.drop(known!.id)
    stale(getSubscriptionFigures)
    closeFollow()
    toast(`You are not notified about ${of.name} any longer.`, 'good')
  })
  const save = async (over: Subscription | null) => {
    const { happenings, near_nm, severity } = draft
    const wish = { happenings: [...happenings], near_nm, severity }
    const after =
      over === null
        ? await call(addSubscription, { target: { kind: of.kind, id: of.id }, ...wish })
        : await call(updateSubscription, { id: over.id, expected_version: over.version, ...wish })
    subscriptions.take(after)
    stale(getSubscriptionFigures)
    closeFollow()
    toast(`You are notified about ${of.name}, as you chose.`, 'good')
  }
  const isNear = draft.happenings.includes('NEAR')
  return (
    <EditForm
      className="follow-form"
      kind={subscriptionKind}
      of={known}
      save={save}
      typed={(theirs) => ({ ...theirs, ...draft })}
      take={setDraft}
      renderButtons={(isBusy) => (
        <div className="follow-buttons">
          <ActionButton type="submit" isBusy={isBusy} disabled={draft.happenings.length === 0}>
            {known === null ? 'Subscribe' : 'Save'}
          </ActionButton>
          <Button variant="default" onClick={closeFollow}>
            Cancel
          </Button>
          {known !== null && (
            <ActionButton variant="subtle" isBusy={end.isBusy} onClick={() => end.run()}>
              Unsubscribe
            </ActionButton>
          )}
          <span role="alert">{end.fault?.message}</span>
        </div>
      )}
    >
      {(fault) => (
        <>
          <fieldset>
            <legend>Notify me when {of.kind === 'VESSEL' ? 'it' : 'a vessel'}</legend>
            {offered.map((one) => (
              <Checkbox
                key={one}
                size="xs"
                label={vesselUpdateWords(of.kind, one).toLowerCase()}
                checked={draft.happenings.includes(one)}
                onChange={({ currentTarget: { checked } }) => toggle(one, checked)}
              />
            ))}
          </fieldset>
          {isNear && (
            <NumberInput
              size="xs"
              label="Nearer than, NM"
              description="Notified once until they part; two stationary vessels are not notified."
              min={NEAR_NM.least}
              max={NEAR_NM.most}
              step={0.1}
              decimalScale={2}
              value={draft.near_nm ?? NEAR_NM.usual}
              error={faultAt(fault, 'near_nm')}
              onChange={(value) => change({ near_nm: typeof value === 'number' ? value : NEAR_NM.usual })}
            />
          )}
          <Select
            size="xs"
            label="Severity"
            data={severitiesOf(of.kind)}
            value={draft.severity ?? USUAL}
            allowDeselect={false}
            onChange={(value) =>
              change({ severity: value === USUAL || value === null ? null : (value as NotificationSeverity) })
            }
          />
        </>
      )}
    </EditForm>
  )
}
