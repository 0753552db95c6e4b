import { Button, MultiSelect, NumberInput, Textarea } from '@mantine/core'
import {
  detectorKind,
  getDetectorVersions,
  updateDetector,
  type Detector,
  type Threshold,
} from '@samudra/contract/detectors'
import { countryNames } from '@samudra/nautical/mid'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { changesOf, draftOf, faultOf, isChanged, isWhole, shownAs } from './detector-draft.ts'
import { detectors } from './detectors.store.ts'
import { Thresholds } from './Thresholds.tsx'

/** Sets the numbers of a detector, each within its bounds, and whose flags are no foreign ones. */
export function DetectorForm({ of, onDone }: { of: Detector; onDone: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(of))
  const [reason, setReason] = useState('')
  const stale = useStale()
  const type = (key: string, value: number | null) =>
    setDraft((now) => ({ ...now, values: { ...now.values, [key]: value } }))
  const canSave = isWhole(of, draft) && isChanged(draft, of)
  return (
    <EditForm
      className="detector-form"
      aria-label={`Change ${of.label}`}
      kind={detectorKind}
      of={of}
      save={async (over) => {
        if (over === null || !isWhole(over, draft)) return
        // Another user saved the same values meanwhile.
        if (!isChanged(draft, over)) return onDone()
        const saved = await call(updateDetector, {
          id: over.id,
          expected_version: over.version,
          reason,
          ...changesOf(draft, over),
        })
        detectors.take(saved)
        stale(getDetectorVersions)
        toast(`${saved.label} is set`, 'good')
        onDone()
      }}
      typed={(theirs) => shownAs(theirs, draft)}
      take={(theirs) => setDraft(draftOf(theirs))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
      renderButtons={(isBusy) => (
        <div className="details-acts">
          <ActionButton
            size="xs"
            type="submit"
            isBusy={isBusy}
            disabled={!canSave}
            {...(canSave ? {} : { title: 'Enter a number within its range first' })}
          >
            Save
          </ActionButton>
          <Button size="xs" variant="default" onClick={() => setDraft(usualOf(of, draft.home))}>
            Reset all
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
        </div>
      )}
    >
      {() => (
        <>
          <Thresholds
            of={of}
            renderValue={(one) => (
              <Value
                of={one}
                value={draft.values[one.key] ?? null}
                isFirst={one === of.thresholds[0]}
                onType={(value) => type(one.key, value)}
              />
            )}
          />
          {of.home !== null && (
            <MultiSelect
              size="xs"
              label="Home flags"
              description="Vessels of these flags are not foreign."
              searchable
              data={countryNames()}
              value={[...draft.home]}
              onChange={(home) => setDraft((now) => ({ ...now, home }))}
            />
          )}
          <Textarea
            size="xs"
            label="Reason"
            required
            withAsterisk={false}
            autosize
            minRows={1}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </EditForm>
  )
}

const usualOf = ({ thresholds }: Detector, home: readonly string[]) => ({
  values: Object.fromEntries(thresholds.map(({ key, usual }) => [key, usual])),
  home,
})

type ValueProps = {
  of: Threshold
  value: number | null
  isFirst: boolean
  onType: (value: number | null) => void
}
/** A number as it is typed, what is wrong with it, and the way back to the usual one. */
function Value({ of, value, isFirst, onType }: ValueProps) {
  const { label, unit, usual } = of
  return (
    <span className="detector-value">
      <NumberInput
        size="xs"
        w={84}
        aria-label={unit === null ? label : `${label}, ${unit}`}
        hideControls
        clampBehavior="none"
        value={value ?? ''}
        error={faultOf(value, of)}
        {...(isFirst ? { 'data-autofocus': true, autoFocus: true } : {})}
        onChange={(next) => onType(typeof next === 'number' ? next : null)}
      />
      <span aria-hidden>{unit}</span>
      <button
        type="button"
        className="link-button"
        aria-label={`${label}: default`}
        title={`Default: ${usual}`}
        data-idle={value === usual}
        disabled={value === usual}
        onClick={() => onType(usual)}
      >
        usual
      </button>
    </span>
  )
}
