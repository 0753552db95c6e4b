import { Checkbox, Select, TextInput } from '@mantine/core'
import {
  getNoticeSettings,
  NOTICE_KINDS,
  updateNoticeSettings,
  type NoticeKind,
  type NoticeSettings,
} from '@samudra/contract/notices'
import { useState } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Form } from '../kit/Form.tsx'
import { useSettings } from '../kit/settings.ts'
import { Failed, Waiting } from '../kit/States.tsx'
import { toast } from '../kit/toasts.ts'
import { call } from '../wire/call.ts'
import { faultAt, useAction, useAnswer, useStale } from '../wire/use-answer.ts'

/** What a user wants to be told of, and the hours in which nothing pops up. */
export function NoticeWishes() {
  const answer = useAnswer(getNoticeSettings, {})
  if (answer.data === undefined)
    return answer.isError ? <Failed error={answer.error} onRetry={() => answer.refetch()} /> : <Waiting />
  return <Wishes key={answer.data.version} held={answer.data} />
}

const KINDS: Record<NoticeKind, string> = {
  EVENT: 'Events that others report',
  AREA: 'Areas that others share',
  IMPORT: 'Files of mine that are stored',
  JOB: 'Jobs of the server that fail',
}
const BREAKS = [
  { value: 'CRITICAL', label: 'Critical notices' },
  { value: 'WARNING', label: 'Warnings and critical notices' },
]
const NIGHT = { from: '22:00', to: '06:00' }

function Wishes({ held }: { held: NoticeSettings }) {
  const [draft, setDraft] = useState(held)
  const zone = useSettings((settings) => settings['datetime.zone'])
  const stale = useStale()
  const { run, isBusy, fault } = useAction(async () => {
    const { version: expected_version, ...wishes } = draft
    await call(updateNoticeSettings, { ...wishes, expected_version })
    stale(getNoticeSettings)
    toast('Notices come as you chose.', 'good')
  })
  const { quiet, channels, breaks } = draft
  const hours = (change: Partial<typeof NIGHT>) =>
    setDraft({ ...draft, quiet: { ...(quiet ?? NIGHT), ...change } })
  return (
    <Form
      className="notice-wishes"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <div className="notice-wishes-hours">
        {NOTICE_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            size="xs"
            label={KINDS[kind]}
            checked={channels[kind]?.length !== 0}
            onChange={({ currentTarget: { checked } }) =>
              setDraft({ ...draft, channels: { ...channels, [kind]: checked ? ['PAGE'] : [] } })
            }
          />
        ))}
      </div>
      <Checkbox
        size="xs"
        label={`Quiet hours (${zone}): notices are kept, nothing pops up`}
        checked={quiet !== null}
        onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, quiet: checked ? NIGHT : null })}
      />
      {quiet !== null && (
        <div className="notice-wishes-hours">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              size="xs"
              label={end === 'from' ? 'From' : 'To'}
              value={quiet[end]}
              error={faultAt(fault, `quiet.${end}`) ?? null}
              onChange={({ currentTarget: { value } }) => hours({ [end]: value })}
            />
          ))}
          <Select
            size="xs"
            label="What pops up all the same"
            data={BREAKS}
            value={breaks}
            allowDeselect={false}
            onChange={(value) => setDraft({ ...draft, breaks: value as NoticeSettings['breaks'] })}
          />
        </div>
      )}
      <div className="notice-wishes-hours">
        <ActionButton type="submit" size="xs" isBusy={isBusy}>
          Save
        </ActionButton>
        <span role="alert">{fault?.message}</span>
      </div>
    </Form>
  )
}
