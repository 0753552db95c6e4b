import { Button, TextInput } from '@mantine/core'
import { deleteRecording, saveRecording, type Recording } from '@samudra/contract/replay'
import { IconPlayerPlay, IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { Form } from '../../../kit/forms/Form.tsx'
import { DeleteButton } from '../../../kit/forms/DeleteButton.tsx'
import { When } from '../../../kit/text/When.tsx'
import { agoText } from '../../../kit/text/when-text.ts'
import { useInstant, wallNow } from '../../../time/clock.ts'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { recordings } from './saved-replays.ts'
import { SavedList } from './SavedList.tsx'
import type { ReplayQuery } from './replay.store.ts'

type Show = (query: Pick<ReplayQuery, 'from' | 'to' | 'bbox'>) => void

/** Lists named watch periods; they are preserved when the surrounding fixes are thinned or deleted. */
export function Recordings({ show }: { show: Show }) {
  const held = useStored(recordings)
  const running = held.rows.find((one) => one.to === null && one.mine)
  return (
    <section className="recordings" aria-label="Recordings">
      <h3>Recordings</h3>
      {running === undefined ? <Begin /> : <Running recording={running} />}
      <SavedList
        {...held}
        retry={() => recordings.read()}
        noun="recordings"
        keyOf={({ id }) => id}
        textOf={({ name, owner }) => `${name} ${owner}`}
        empty="No recordings yet. Positions of a recording are exempt from thinning and deletion."
      >
        {(recording) => <RecordingRow recording={recording} show={show} />}
      </SavedList>
    </section>
  )
}

function Begin() {
  const [name, setName] = useState('')
  const begin = useAction(async () => {
    recordings.take(await call(saveRecording, { name, visibility: 'CENTRE' }))
    setName('')
  })
  return (
    <Form
      className="recording-begin"
      onSubmit={(event) => {
        event.preventDefault()
        void begin.run()
      }}
    >
      <TextInput
        size="xs"
        aria-label="Recording name"
        placeholder="Name, such as Night watch 21 Nov"
        value={name}
        maxLength={120}
        error={begin.fault?.message}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={name.trim() === '' || begin.isBusy}
        leftSection={<IconPlayerRecordFilled size={13} aria-hidden />}
      >
        Record
      </Button>
    </Form>
  )
}

function Running({ recording }: { recording: Recording }) {
  useInstant(1000)
  const end = useAction(async () => {
    const { id, version, name, visibility } = recording
    const to = new Date(wallNow()).toISOString()
    recordings.take(await call(saveRecording, { id, expected_version: version, name, visibility, to }))
  })
  return (
    <div className="recording-running" role="status">
      <IconPlayerRecordFilled size={13} aria-hidden />
      <span>
        <b>{recording.name}</b> · {agoText((wallNow() - Date.parse(recording.from)) / 1000)}
        {end.fault !== null && <em> {end.fault.message}</em>}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlayerStopFilled size={13} aria-hidden />}
        disabled={end.isBusy}
        onClick={() => void end.run()}
      >
        Stop
      </Button>
    </div>
  )
}

function RecordingRow({ recording, show }: { recording: Recording; show: Show }) {
  const { name, from, to, bbox, mine, owner } = recording
  return (
    <>
      <div>
        <b>{name}</b>
        <small>
          <When at={from} />{' '}
          {to === null ? '· running' : `· ${agoText((Date.parse(to) - Date.parse(from)) / 1000)}`} · {owner}
        </small>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={`Replay ${name}`}
        title="Replay"
        onClick={() => show({ from: Date.parse(from), to: to === null ? wallNow() : Date.parse(to), bbox })}
      >
        <IconPlayerPlay size={15} />
      </button>
      {mine && <DeleteRecording recording={recording} />}
    </>
  )
}

function DeleteRecording({ recording: { id, name } }: { recording: Recording }) {
  return (
    <DeleteButton
      name={name}
      text="The recording is deleted. Its positions then follow the normal retention."
      remove={async (reason) => {
        await call(deleteRecording, { id, reason })
        recordings.drop(id)
      }}
    />
  )
}
