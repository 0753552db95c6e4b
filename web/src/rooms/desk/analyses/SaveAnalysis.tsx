import { Button, Modal, TextInput } from '@mantine/core'
import { analysisKind, deleteAnalysis, saveAnalysis, type SavedAnalysis } from '@samudra/contract/analyses'
import { useState } from 'react'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { Questioned } from '../../../kit/forms/QuestionButton.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt } from '../../../wire/use-answer.ts'
import { analyses } from './analyses.store.ts'
import type { AnalysisRequest } from './analysis-address.ts'

type Props = {
  /** The analysis that is saved over; null, or one of somebody else, makes a new one. */
  of: SavedAnalysis | null
  /** Name of the subject, offered as a name. */
  label: string
  request: AnalysisRequest
  close: () => void
  saved: (analysis: SavedAnalysis) => void
  removed: () => void
}

/** Saves an analysis under a name, for the user, a group or the centre; or deletes it. */
export function SaveAnalysis({ of, label, request, close, saved, removed }: Props) {
  const own = of?.mine === true ? of : null
  const [name, setName] = useState(own?.name ?? label.slice(0, 80))
  const [visibility, setVisibility] = useState(own?.visibility ?? 'PRIVATE')
  const { subject, from, to, compare = null } = request
  const fields = { name, subject, from, to, compare, visibility }
  return (
    <Modal opened onClose={close} title={own === null ? 'Save as your own analysis' : 'Save the analysis'}>
      <EditForm
        className="analysis-save"
        aria-label="Save the analysis"
        kind={analysisKind}
        of={own}
        save={async (over) => {
          const made = await call(
            saveAnalysis,
            over === null ? fields : { id: over.id, expected_version: over.version, ...fields },
          )
          analyses.take(made)
          saved(made)
        }}
        typed={(theirs) => ({ ...theirs, ...fields })}
        take={saved}
        renderButtons={(isBusy) => (
          <div className="analysis-save-buttons">
            {own !== null && (
              <Questioned
                question={{
                  title: `Delete ${own.name}?`,
                  text: 'It is deleted for all users. Positions are not deleted.',
                  act: 'Delete',
                  needsReason: false,
                  isGrave: true,
                }}
                act={async (reason) => {
                  await call(deleteAnalysis, { id: own.id, reason })
                  analyses.drop(own.id)
                  removed()
                }}
                renderButton={(ask) => (
                  <Button size="xs" variant="default" onClick={ask}>
                    Delete
                  </Button>
                )}
              />
            )}
            <Button size="xs" variant="default" onClick={close}>
              Cancel
            </Button>
            <Button size="xs" type="submit" disabled={isBusy || name.trim() === ''}>
              Save
            </Button>
          </div>
        )}
      >
        {(fault) => (
          <>
            <TextInput
              label="Name"
              data-autofocus
              value={name}
              maxLength={80}
              error={faultAt(fault, 'name')}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <SeenBy value={visibility} onChange={setVisibility} />
          </>
        )}
      </EditForm>
    </Modal>
  )
}
