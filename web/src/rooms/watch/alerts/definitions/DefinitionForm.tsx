import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button, Checkbox, Select, TextInput, Textarea } from '@mantine/core'
import {
  ALERT_SOUNDS,
  CROSSING_DETECTORS,
  alertDefinitionKind,
  createAlertDefinition,
  editAlertDefinition,
  getAlertDefinitionVersions,
  type AlertDefinition,
} from '@samudra/contract/alert-definitions'
import { SEVERITIES } from '@samudra/contract/event-types'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { NameInput } from '../../../../kit/forms/NameInput.tsx'
import { SeenBy } from '../../../../kit/pages/SeenBy.tsx'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { call } from '../../../../wire/call.ts'
import { faultAt, useStale, type Fault } from '../../../../wire/use-answer.ts'
import { CrossingField } from './CrossingField.tsx'
import {
  changesOf,
  draftOf,
  NEW_DEFINITION,
  newOf,
  shownAs,
  type DefinitionDraft,
} from './definition-draft.ts'
import { definitions } from '../../../../stored/definitions.ts'
import { HoursField, MinutesField, SameField, ShipsField, TriggerField } from './fields.tsx'
import { NotifiedFields } from '../policies/NotifiedFields.tsx'
import { PolicyField } from './PolicyField.tsx'
import { SOUND_WORDS } from './definition-words.ts'
import './definitions.css'

const AS_FOUND = 'AS_FOUND'
const SEVERITY_DATA = [
  { value: AS_FOUND, label: 'Severity of the hit' },
  ...SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })),
]

type Props = {
  /** Null makes a new one. */
  of: AlertDefinition | null
  /** Values to fill in besides the present ones. */
  fill: Partial<DefinitionDraft>
  /** Null when it was given up. */
  onDone: (saved: AlertDefinition | null) => void
}

/** Makes a definition or changes one; every field of it is here. */
export function DefinitionForm({ of, fill, onDone }: Props) {
  const [draft, setDraft] = useState<DefinitionDraft>(() => ({
    ...(of === null ? NEW_DEFINITION : draftOf(of)),
    ...fill,
  }))
  const [enabled, setEnabled] = useState(true)
  const [reason, setReason] = useState('')
  const stale = useStale()
  const change = (part: Partial<DefinitionDraft>) => setDraft((now) => ({ ...now, ...part }))
  return (
    <EditForm
      className="definition-form"
      aria-label={of === null ? 'New alert definition' : `Change ${of.name}`}
      kind={alertDefinitionKind}
      of={of}
      save={async (over) => {
        const saved =
          over === null
            ? await call(createAlertDefinition, { ...newOf(draft), enabled })
            : await call(editAlertDefinition, {
                id: over.id,
                expected_version: over.version,
                ...changesOf(draft, over),
                ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
              })
        definitions.take(saved)
        stale(getAlertDefinitionVersions)
        onDone(saved)
      }}
      typed={(theirs) => shownAs(theirs, draft)}
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
          <What draft={draft} fault={fault} change={change} />
          <HowOften draft={draft} fault={fault} change={change} />
          <HoursField value={draft.schedule} onChange={(schedule) => change({ schedule })} />
          <fieldset>
            <legend>Also notify</legend>
            <NotifiedFields
              label="Users, groups and duties"
              audience={draft.audience}
              channels={draft.channels}
              fault={faultAt(fault, 'audience.users') ?? faultAt(fault, 'audience.groups')}
              onChange={change}
            />
          </fieldset>
          {'builtin' in draft.trigger && CROSSING_DETECTORS.includes(draft.trigger.builtin) && (
            <CrossingField
              value={draft.crossing}
              fault={fault}
              onChange={(crossing) => change({ crossing })}
            />
          )}
          <ShipsField value={draft.subject} fault={fault} onChange={(subject) => change({ subject })} />
          {of === null ? (
            <Checkbox
              className="wide"
              size="xs"
              label="Enable now: it raises alerts for new hits"
              checked={enabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
            />
          ) : (
            <TextInput
              className="wide"
              size="xs"
              label="Reason for the change"
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

type Part = { draft: DefinitionDraft; fault: Fault | null; change: (part: Partial<DefinitionDraft>) => void }

const What = ({ draft, fault, change }: Part) => (
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
    <Textarea
      className="wide"
      size="xs"
      label="Description"
      autosize
      minRows={1}
      maxRows={4}
      maxLength={2000}
      value={draft.description}
      onChange={(event) => change({ description: event.currentTarget.value })}
    />
    <TriggerField value={draft.trigger} fault={fault} onChange={(trigger) => change({ trigger })} />
    <Select
      size="xs"
      label="Severity"
      data={SEVERITY_DATA}
      allowDeselect={false}
      value={draft.severity ?? AS_FOUND}
      error={faultAt(fault, 'severity')}
      onChange={(value) => change({ severity: SEVERITIES.find((one) => one === value) ?? null })}
    />
    <Select
      size="xs"
      label="Sound"
      data={ALERT_SOUNDS.map((value) => ({ value, label: SOUND_WORDS[value] }))}
      allowDeselect={false}
      value={draft.sound}
      error={faultAt(fault, 'sound')}
      onChange={(value) => change({ sound: ALERT_SOUNDS.find((one) => one === value)! })}
    />
    <PolicyField
      value={draft.escalation_policy_id}
      error={faultAt(fault, 'escalation_policy_id')}
      onChange={(escalation_policy_id) => change({ escalation_policy_id })}
    />
    <TimeField
      size="xs"
      label="Review due"
      description="It is disabled a week after this date, unless the date changes."
      value={draft.review_due}
      error={faultAt(fault, 'review_due')}
      onChange={(review_due) => change({ review_due })}
    />
  </>
)

const HowOften = ({ draft, fault, change }: Part) => (
  <fieldset className="wide">
    <legend>Frequency</legend>
    <SameField value={draft.dedupe_key} onChange={(dedupe_key) => change({ dedupe_key })} />
    <div className="definition-pair">
      <MinutesField
        label="Deduplicate for"
        hint="Repeats within this time count in the existing alert."
        value={draft.dedupe_window_min}
        error={faultAt(fault, 'dedupe_window_min')}
        onChange={(value) => change({ dedupe_window_min: value ?? NaN })}
        required
      />
      <MinutesField
        label="Grace"
        hint="Time without a match before its alert is cleared."
        value={draft.grace_min}
        error={faultAt(fault, 'grace_min')}
        onChange={(value) => change({ grace_min: value ?? NaN })}
        required
      />
      <MinutesField
        label="Clear at the latest after"
        hint="Empty: only when the end is known."
        value={draft.auto_clear_min}
        error={faultAt(fault, 'auto_clear_min')}
        onChange={(auto_clear_min) => change({ auto_clear_min })}
        least={1}
      />
      <Checkbox
        size="xs"
        mt={22}
        label="Exclude hits in ports"
        checked={draft.exclude_in_port}
        onChange={(event) => change({ exclude_in_port: event.currentTarget.checked })}
      />
    </div>
  </fieldset>
)
