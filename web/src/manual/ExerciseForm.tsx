import { Button, NumberInput, TextInput } from '@mantine/core'
import { getExercises, saveExercise, type Exercise } from '@samudra/contract/exercises'
import { useState, type FormEvent } from 'react'
import { call } from '../wire/call.ts'
import { useAction, useStale } from '../wire/use-answer.ts'
import { Form } from '../kit/Form.tsx'
import { UsersPicker } from '../kit/PeoplePicker.tsx'

/** Sets an exercise up, or changes who is in it and how fast its clock goes. */
export function ExerciseForm({ exercise, onClose }: { exercise: Exercise | null; onClose: () => void }) {
  const stale = useStale()
  const [name, setName] = useState(exercise?.name ?? '')
  const [factor, setFactor] = useState(exercise?.clock.factor ?? 1)
  const [leads, setLeads] = useState(exercise?.leads ?? [])
  const [players, setPlayers] = useState(exercise?.players ?? [])
  const { run, isBusy, fault } = useAction(async () => {
    const fields = { name: name.trim(), factor, leads, players, scoring: exercise?.scoring ?? [] }
    const of = exercise === null ? {} : { id: exercise.id, expected_version: exercise.version }
    await call(saveExercise, { ...fields, ...of })
    stale(getExercises)
    onClose()
  })
  return (
    <Form
      className="track-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
    >
      <TextInput
        size="xs"
        label="Name of the exercise"
        required
        withAsterisk={false}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NumberInput
        size="xs"
        label="Speed of its clock"
        description="Exercise seconds in a real one"
        min={0.1}
        max={3600}
        value={factor}
        onChange={(value) => setFactor(typeof value === 'number' ? value : 1)}
      />
      <UsersPicker size="xs" label="Leads" value={leads} onChange={setLeads} />
      <UsersPicker size="xs" label="Players" value={players} onChange={setPlayers} />
      {fault !== null && (
        <p className="track-problem" role="alert">
          {fault.message}
        </p>
      )}
      <div className="track-buttons">
        <Button type="submit" size="xs" loading={isBusy}>
          {exercise === null ? 'Set up' : 'Save'}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
