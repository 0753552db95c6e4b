import { Button } from '@mantine/core'
import type { Exercise } from '@samudra/contract/exercises'
import { isAdministrator } from '@samudra/contract/identity'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { wallNow } from '../../../time/clock.ts'
import { useSession } from '../../../wire/session.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { useDrafts } from './draft.store.ts'
import { clockText, STATE_LABELS } from './exercise-words.ts'
import { ExerciseControls } from './ExerciseControls.tsx'
import { ExerciseForm } from './ExerciseForm.tsx'
import { exercises, showExercise, useTracks } from './tracks.store.ts'
import { TrackForm } from './TrackForm.tsx'
import { Done } from './TracksPanel.tsx'
import { useSecond } from './Watermark.tsx'

/** Exercises: choose one to see its overlay; who leads one runs it here. */
export function ExercisePanel() {
  const draft = useDrafts((state) => state.draft)
  const [form, setForm] = useState<Exercise | 'new' | null>(null)
  const { rows, isRead, fault } = useStored(exercises)
  const isAdmin = useSession((state) => isAdministrator(state.user?.role ?? ''))
  const shown = useTracks((state) => state.exerciseId)
  if (draft !== null && draft.exercise_id !== null) return <TrackForm draft={draft} />
  if (form !== null)
    return <ExerciseForm exercise={form === 'new' ? null : form} onClose={() => setForm(null)} />
  return (
    <>
      {isAdmin && (
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setForm('new')}>
          New exercise
        </Button>
      )}
      <Done />
      {fault !== null ? (
        <Failed error={new Error(fault)} onRetry={() => void exercises.read()} />
      ) : (
        !isRead && <Waiting />
      )}
      {isRead && rows.length === 0 && (
        <Nothing
          title="No exercise"
          hint={
            isAdmin
              ? 'Create one and assign leads and players.'
              : 'An administrator assigns you as lead or player.'
          }
        />
      )}
      <ul className="exercise-list">
        {rows.map((exercise) => (
          <li key={exercise.id}>
            <Entry exercise={exercise} isShown={shown === exercise.id} onEdit={() => setForm(exercise)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Entry(props: { exercise: Exercise; isShown: boolean; onEdit: () => void }) {
  const { exercise, isShown } = props
  const { clock } = exercise
  const time = useSecond(clock.state === 'RUNNING')
  const show = useAction(() => showExercise(isShown ? null : exercise.id))
  const isOn = clock.state === 'RUNNING' || clock.state === 'PAUSED' || clock.state === 'PLANNED'
  return (
    <>
      <header>
        <b>{exercise.name}</b>
        <span className="exercise-state" data-state={clock.state}>
          {STATE_LABELS[clock.state]}
        </span>
        <span className="figures">{clockText(clock, Math.max(time, wallNow()))}</span>
      </header>
      <div className="track-buttons">
        {isOn && (
          <Button size="compact-xs" variant={isShown ? 'filled' : 'default'} onClick={() => void show.run()}>
            {isShown ? 'Hide from my map' : 'Show on my map'}
          </Button>
        )}
        {exercise.leading && (
          <Button size="compact-xs" variant="default" onClick={props.onEdit}>
            Change
          </Button>
        )}
      </div>
      {show.fault !== null && (
        <p className="refusal" role="alert">
          {show.fault.message}
        </p>
      )}
      {exercise.leading && <ExerciseControls exercise={exercise} />}
      {!exercise.leading && exercise.injects.some(({ kind }) => kind === 'MESSAGE') && (
        <ul className="inject-list">
          {exercise.injects
            .filter(({ kind }) => kind === 'MESSAGE')
            .map((inject) => (
              <li key={inject.id}>{inject.payload.text}</li>
            ))}
        </ul>
      )}
    </>
  )
}
