import { Button, Modal, TextInput } from '@mantine/core'
import {
  dashboardKind,
  deleteDashboard,
  saveDashboard,
  type Dashboard,
  type Panel,
  type Period,
} from '@samudra/contract/dashboards'
import { useState } from 'react'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { Questioned } from '../../../../kit/forms/QuestionButton.tsx'
import { SeenBy } from '../../../../kit/pages/SeenBy.tsx'
import { call } from '../../../../wire/call.ts'
import { faultAt } from '../../../../wire/use-answer.ts'
import { dashboards } from '../dashboards.store.ts'

type Props = {
  /** The dashboard that is saved over; null, or one of somebody else, makes a new one. */
  of: Dashboard | null
  name: string
  period: { name: Period }
  panels: readonly Panel[]
  close: () => void
  saved: (dashboard: Dashboard) => void
  removed: () => void
}

/** Saves the panels under a name, for the user, a group or the centre; or deletes the dashboard. */
export function SaveDashboard({ of, name: before, period, panels, close, saved, removed }: Props) {
  const own = of?.mine === true ? of : null
  const [name, setName] = useState(own === null ? `My ${before.toLowerCase()}` : before)
  const [visibility, setVisibility] = useState(own?.visibility ?? 'PRIVATE')
  return (
    <Modal opened onClose={close} title={own === null ? 'Save as your own dashboard' : 'Save the dashboard'}>
      <EditForm
        className="dashboard-save"
        aria-label="Save the dashboard"
        kind={dashboardKind}
        of={own}
        save={async (over) => {
          const fields = { name, period: period.name, panels: [...panels], visibility }
          const made = await call(
            saveDashboard,
            over === null ? fields : { id: over.id, expected_version: over.version, ...fields },
          )
          dashboards.take(made)
          saved(made)
        }}
        typed={(theirs) => ({ ...theirs, name, visibility, panels: [...panels] })}
        take={saved}
        renderButtons={(isBusy) => (
          <div className="dashboard-save-buttons">
            {own !== null && (
              <Questioned
                question={{
                  title: `Delete ${own.name}?`,
                  text: 'It is deleted for all users. Figures are not deleted.',
                  act: 'Delete',
                  needsReason: false,
                  isGrave: true,
                }}
                act={async (reason) => {
                  await call(deleteDashboard, { id: own.id, reason })
                  dashboards.drop(own.id)
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
