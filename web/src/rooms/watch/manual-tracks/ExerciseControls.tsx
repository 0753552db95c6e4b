import { Button, NumberInput, TextInput } from '@mantine/core'
import { exerciseSecond, ttxOverlayWrite, type Exercise } from '@samudra/contract/exercises'
import { useState } from 'react'
import { Confirm, type Question } from '../../../kit/forms/Confirm.tsx'
import { wallNow } from '../../../time/clock.ts'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { emptyTrack, useDrafts } from './draft.store.ts'
import { secondText } from './exercise-words.ts'
import { exercises, readOverlay, useTracks } from './tracks.store.ts'

type Action = 'START' | 'PAUSE' | 'REWIND' | 'INJECT' | 'CLEAR' | 'END' | 'REVIEW'
type More = { at?: number; message?: string }
const GRAVE: Partial<Record<Action, Question>> = {
  CLEAR: {
    title: 'Clear the overlay?',
    text: 'All objects of this exercise are removed, including those not yet shown.',
    act: 'Clear',
    needsReason: false,
    isGrave: true,
  },
  END: {
    title: 'End the exercise?',
    text: 'Its overlay leaves every screen. It cannot be started again; leads can still review it.',
    act: 'End',
    needsReason: false,
    isGrave: true,
  },
}

/** Shows the controls for the leader of an exercise. */
export function ExerciseControls({ exercise }: { exercise: Exercise }) {
  const { id, clock } = exercise
  const [asking, setAsking] = useState<Action | null>(null)
  const { run, isBusy, fault } = useAction(async (action: Action, more: More = {}) => {
    const now = await call(ttxOverlayWrite, { exercise_id: id, action, objects: [], ...more })
    setAsking(null)
    exercises.take(now)
    if (useTracks.getState().exerciseId === id) await readOverlay()
  })
  const button = (action: Action, label: string) => (
    <Button
      size="compact-xs"
      variant="default"
      disabled={isBusy}
      onClick={() => (GRAVE[action] === undefined ? void run(action) : setAsking(action))}
    >
      {label}
    </Button>
  )
  const isOn = clock.state === 'RUNNING' || clock.state === 'PAUSED'
  const isOpen = isOn || clock.state === 'PLANNED'
  return (
    <div className="exercise-controls">
      <div className="track-buttons">
        {(clock.state === 'PLANNED' || clock.state === 'PAUSED') && button('START', 'Start')}
        {clock.state === 'RUNNING' && button('PAUSE', 'Pause')}
        {isOpen && button('CLEAR', 'Clear')}
        {isOn && button('END', 'End')}
        {clock.state === 'ENDED' && button('REVIEW', 'Reviewed')}
      </div>
      {isOn && <Rewind onGo={(minutes) => void run('REWIND', { at: backBy(exercise, minutes) })} />}
      {isOpen && (
        <Inject
          exercise={exercise}
          onMessage={(message, at) => run('INJECT', at === undefined ? { message } : { message, at })}
        />
      )}
      {fault !== null && asking === null && (
        <p className="refusal" role="alert">
          {fault.message}
        </p>
      )}
      <Injects exercise={exercise} />
      <Confirm
        question={asking === null ? null : (GRAVE[asking] ?? null)}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={() => asking !== null && void run(asking)}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}

const backBy = ({ clock }: Exercise, minutes: number) =>
  Math.max(0, exerciseSecond(clock, wallNow()) - minutes * 60)

function Rewind({ onGo }: { onGo: (minutes: number) => void }) {
  const [minutes, setMinutes] = useState(5)
  return (
    <div className="track-row">
      <NumberInput
        size="xs"
        aria-label="Minutes to go back"
        min={1}
        suffix=" min"
        value={minutes}
        onChange={(value) => setMinutes(typeof value === 'number' ? value : 1)}
      />
      <Button size="compact-xs" variant="default" onClick={() => onGo(minutes)}>
        Rewind
      </Button>
    </div>
  )
}

/** Puts an object or a message into the exercise, now or at a minute of its clock. */
function Inject(props: {
  exercise: Exercise
  onMessage: (text: string, at: number | undefined) => Promise<boolean>
}) {
  const [text, setText] = useState('')
  const [minute, setMinute] = useState<number | ''>('')
  const at = minute === '' ? undefined : minute * 60
  const { exercise } = props
  const plot = () => {
    const t_plus = at ?? Math.floor(exerciseSecond(exercise.clock, wallNow()))
    useDrafts.setState({ draft: { ...emptyTrack(exercise.id), t_plus }, isDrawing: false, done: null })
  }
  const send = async () => {
    if (await props.onMessage(text.trim(), at)) setText('')
  }
  return (
    <>
      <div className="track-row">
        <TextInput
          size="xs"
          aria-label="Message to the players"
          placeholder="Message to the players"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NumberInput
          size="xs"
          aria-label="At minute of the exercise"
          placeholder="now"
          min={0}
          suffix=" min"
          value={minute}
          onChange={(value) => setMinute(typeof value === 'number' ? value : '')}
        />
      </div>
      <div className="track-buttons">
        <Button size="compact-xs" variant="default" disabled={text.trim() === ''} onClick={() => void send()}>
          Inject message
        </Button>
        <Button size="compact-xs" variant="default" onClick={plot}>
          Inject object
        </Button>
      </div>
    </>
  )
}

function Injects({ exercise }: { exercise: Exercise }) {
  if (exercise.injects.length === 0) return null
  return (
    <ul className="inject-list" aria-label="Injects">
      {exercise.injects.map((inject) => (
        <li key={inject.id} data-state={inject.state}>
          <span className="figures">{secondText(inject.t_plus)}</span> {inject.payload.text}
          <small>{inject.state === 'DONE' ? 'done' : 'waiting'}</small>
        </li>
      ))}
    </ul>
  )
}
