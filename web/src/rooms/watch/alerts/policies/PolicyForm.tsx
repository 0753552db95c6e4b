import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core'
import { NO_AUDIENCE } from '@samudra/contract/alert-audience'
import {
  createEscalationPolicy,
  editEscalationPolicy,
  ESCALATION_STOPS,
  escalationPolicyKind,
  getEscalationPolicyVersions,
  MOST_STEPS,
  stopLabel,
  type EscalationPolicy,
  type EscalationPolicyDraft,
  type EscalationStep,
} from '@samudra/contract/escalation-policies'
import { useState } from 'react'
import { escalationPolicies } from '../../../../stored/escalation-policies.ts'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { NameInput } from '../../../../kit/forms/NameInput.tsx'
import { SeenBy } from '../../../../kit/pages/SeenBy.tsx'
import { call } from '../../../../wire/call.ts'
import { faultAt, useStale, type Fault } from '../../../../wire/use-answer.ts'
import { NotifiedFields } from './NotifiedFields.tsx'
import '../definitions/definitions.css'

const NEW_STEP: EscalationStep = { after_min: 5, audience: NO_AUDIENCE, channels: [] }
const NEW_POLICY: EscalationPolicyDraft = {
  name: '',
  steps: [{ ...NEW_STEP, audience: { ...NO_AUDIENCE, duty_roles: ['SUPERVISOR'] } }],
  repeat_min: 10,
  stop_on: [...ESCALATION_STOPS],
  quiet_hours_apply: true,
  visibility: 'PRIVATE',
}
const draftOf = ({
  name,
  steps,
  repeat_min,
  stop_on,
  quiet_hours_apply,
  visibility,
}: EscalationPolicyDraft) => ({
  name,
  steps,
  repeat_min,
  stop_on,
  quiet_hours_apply,
  visibility,
})

type Props = {
  /** Null makes a new one. */
  of: EscalationPolicy | null
  /** Null when the form was cancelled. */
  onDone: (saved: EscalationPolicy | null) => void
}

/** Creates an escalation policy or changes one. */
export function PolicyForm({ of, onDone }: Props) {
  const [draft, setDraft] = useState<EscalationPolicyDraft>(() => draftOf(of ?? NEW_POLICY))
  const [reason, setReason] = useState('')
  const stale = useStale()
  const change = (part: Partial<EscalationPolicyDraft>) => setDraft((now) => ({ ...now, ...part }))
  return (
    <EditForm
      className="definition-form"
      aria-label={of === null ? 'New escalation policy' : `Change ${of.name}`}
      kind={escalationPolicyKind}
      of={of}
      save={async (over) => {
        const why = reason.trim()
        const saved =
          over === null
            ? await call(createEscalationPolicy, draft)
            : await call(editEscalationPolicy, {
                id: over.id,
                expected_version: over.version,
                ...draft,
                ...(why === '' ? {} : { reason: why }),
              })
        escalationPolicies.take(saved)
        stale(getEscalationPolicyVersions)
        onDone(saved)
      }}
      typed={(theirs) => ({ ...theirs, ...draft })}
      take={(theirs) => setDraft(draftOf(theirs))}
      renderButtons={(isBusy) => (
        <div className="details-acts wide">
          <ActionButton size="xs" type="submit" isBusy={isBusy}>
            {of === null ? 'Create' : 'Save'}
          </ActionButton>
          <Button size="xs" variant="default" onClick={() => onDone(null)}>
            Cancel
          </Button>
        </div>
      )}
    >
      {(fault) => (
        <>
          <NameInput
            size="xs"
            maxLength={120}
            data-autofocus
            value={draft.name}
            error={faultAt(fault, 'name')}
            onChange={(name) => change({ name })}
          />
          <SeenBy
            size="xs"
            value={draft.visibility}
            error={faultAt(fault, 'visibility')}
            onChange={(visibility) => change({ visibility })}
          />
          <StepsField steps={draft.steps} fault={fault} onChange={(steps) => change({ steps })} />
          <EndFields draft={draft} fault={fault} change={change} />
          {of !== null && (
            <TextInput
              className="wide"
              size="xs"
              label="Reason"
              description="Stored with the version."
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </EditForm>
  )
}

function StepsField(props: {
  steps: readonly EscalationStep[]
  fault: Fault | null
  onChange: (steps: EscalationStep[]) => void
}) {
  const { steps, fault, onChange } = props
  const put = (at: number, part: Partial<EscalationStep>) =>
    onChange(steps.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <>
      {steps.map((step, i) => (
        // Steps have no identity but their place.
        <fieldset key={i} className="wide" aria-label={`Step ${i + 1}`}>
          <legend>{`Step ${i + 1}`}</legend>
          <div className="definition-pair">
            <NumberInput
              size="xs"
              label={i === 0 ? 'After the alert, min' : `After step ${i}, min`}
              min={1}
              max={10_080}
              allowDecimal={false}
              allowNegative={false}
              value={step.after_min}
              error={faultAt(fault, `steps.${i}.after_min`)}
              onChange={(value) => put(i, { after_min: typeof value === 'number' ? value : NaN })}
            />
            {steps.length > 1 && (
              <Button
                size="xs"
                mt={22}
                variant="default"
                onClick={() => onChange(steps.filter((_, at) => at !== i))}
              >
                {`Remove step ${i + 1}`}
              </Button>
            )}
          </div>
          <NotifiedFields
            label="Notify"
            audience={step.audience}
            channels={step.channels}
            fault={faultAt(fault, `steps.${i}.audience`) ?? faultAt(fault, `steps.${i}.audience.users`)}
            onChange={(part) => put(i, part)}
          />
        </fieldset>
      ))}
      <Button
        className="wide"
        size="xs"
        variant="default"
        disabled={steps.length >= MOST_STEPS}
        onClick={() => onChange([...steps, NEW_STEP])}
      >
        Add a step
      </Button>
    </>
  )
}

const EndFields = (props: {
  draft: EscalationPolicyDraft
  fault: Fault | null
  change: (part: Partial<EscalationPolicyDraft>) => void
}) => {
  const { draft, fault, change } = props
  return (
    <>
      <NumberInput
        size="xs"
        label="Repeat the last step every, min"
        description="0: never."
        min={0}
        max={10_080}
        allowDecimal={false}
        allowNegative={false}
        value={draft.repeat_min}
        error={faultAt(fault, 'repeat_min')}
        onChange={(value) => change({ repeat_min: typeof value === 'number' ? value : NaN })}
      />
      <Checkbox
        size="xs"
        mt={22}
        label="Quiet hours apply, except to critical alerts"
        checked={draft.quiet_hours_apply}
        onChange={(event) => change({ quiet_hours_apply: event.currentTarget.checked })}
      />
      <fieldset className="wide">
        <legend>The escalation ends when the alert is</legend>
        <div className="details-acts">
          {ESCALATION_STOPS.map((stop) => (
            <Checkbox
              key={stop}
              size="xs"
              label={stopLabel(stop)}
              disabled={stop === 'RESOLVE'}
              checked={draft.stop_on.includes(stop)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  stop_on: ESCALATION_STOPS.filter((one) =>
                    one === stop ? checked : draft.stop_on.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
