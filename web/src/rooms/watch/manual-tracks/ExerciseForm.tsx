import { Button, NumberInput, TextInput } from '@mantine/core'
import { exerciseKind, saveExercise, type Exercise } from '@samudra/contract/exercises'
import { useState } from 'react'
import { call } from '../../../wire/call.ts'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { UsersPicker } from '../../../kit/forms/PeoplePicker.tsx'
import { exercises } from './tracks.store.ts'

/** Sets an exercise up, or changes who is in it and how fast its clock goes. */
export function ExerciseForm({ exercise, onClose }: { exercise: Exercise | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(exercise))
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  return (
    <EditForm
      className="track-form"
      kind={exerciseKind}
      of={exercise}
      save={async (over) => {
        const at = over === null ? {} : { id: over.id, expected_version: over.version }
        const scoring = over?.scoring ?? []
        const saved = await call(saveExercise, { ...draft, name: draft.name.trim(), scoring, ...at })
        exercises.take(saved)
        onClose()
      }}
      typed={({ clock, ...theirs }) => ({ ...theirs, ...draft, clock: { ...clock, factor: draft.factor } })}
      take={(theirs) => setDraft(draftOf(theirs))}
      renderButtons={(isBusy) => (
        <div className="track-buttons">
          <Button type="submit" size="xs" loading={isBusy}>
            {exercise === null ? 'Set up' : 'Save'}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      )}
    >
      {() => (
        <>
          <TextInput
            size="xs"
            label="Name of the exercise"
            required
            withAsterisk={false}
            maxLength={80}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <NumberInput
            size="xs"
            label="Clock speed"
            description="Exercise seconds per real second"
            min={0.1}
            max={3600}
            value={draft.factor}
            onChange={(value) => change({ factor: typeof value === 'number' ? value : 1 })}
          />
          <UsersPicker size="xs" label="Leads" value={draft.leads} onChange={(leads) => change({ leads })} />
          <UsersPicker
            size="xs"
            label="Players"
            value={draft.players}
            onChange={(players) => change({ players })}
          />
        </>
      )}
    </EditForm>
  )
}

type Draft = { name: string; factor: number; leads: string[]; players: string[] }
const draftOf = (exercise: Exercise | null): Draft => ({
  name: exercise?.name ?? '',
  factor: exercise?.clock.factor ?? 1,
  leads: exercise?.leads ?? [],
  players: exercise?.players ?? [],
})
