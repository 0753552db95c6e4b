import { Button, TextInput } from '@mantine/core'
import { CORRECTED, correctPortCall, type PortCall } from '@samudra/contract/port-calls'
import { useState } from 'react'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { WhyField } from './WhyField.tsx'

type Times = Record<'anchored_at' | 'berthed_at' | 'departed_at', number | null>
const FIELDS = [
  ['anchored_at', 'At anchor'],
  ['berthed_at', 'At the berth'],
  ['departed_at', 'Departed'],
] as const

const ms = (iso: string | null) => (iso === null ? null : Date.parse(iso))
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const timesOf = (one: PortCall): Times => ({
  anchored_at: ms(one.anchored_at),
  berthed_at: ms(one.berthed_at),
  departed_at: ms(one.departed_at),
})
type Version = PortCall & { updated_by: string }
const versionOf = (one: PortCall): Version => ({ ...one, updated_by: one.changed_by ?? 'the fixes' })

/** Corrects when a ship came to lie and left, and where. */
export function CorrectCall({ of, onDone }: { of: PortCall; onDone: (saved: PortCall) => void }) {
  const [times, setTimes] = useState(() => timesOf(of))
  const [berth, setBerth] = useState(of.berth ?? '')
  const [reason, setReason] = useState('')
  const isUnread = Object.values(times).some((at) => Number.isNaN(at))
  const typed = () => ({
    anchored_at: iso(times.anchored_at),
    berthed_at: iso(times.berthed_at),
    departed_at: iso(times.departed_at),
    berth: berth.trim() === '' ? null : berth.trim(),
  })
  return (
    <EditForm<Version>
      className="call-form"
      kind={{ noun: 'port call', fields: CORRECTED }}
      of={versionOf(of)}
      save={async (over) => {
        const saved = await call(correctPortCall, {
          id: of.id,
          expected_version: (over ?? of).version,
          reason,
          ...typed(),
        })
        toast('The port call is corrected', 'good')
        onDone(saved)
      }}
      typed={(theirs) => ({ ...theirs, ...typed() })}
      take={(theirs) => {
        setTimes(timesOf(theirs))
        setBerth(theirs.berth ?? '')
      }}
      renderButtons={(isBusy) => (
        <Button type="submit" size="xs" loading={isBusy} disabled={isUnread}>
          Save the correction
        </Button>
      )}
    >
      {() => (
        <>
          {FIELDS.map(([field, label]) => (
            <TimeField
              key={field}
              label={label}
              size="xs"
              value={times[field]}
              onChange={(at) => setTimes((before) => ({ ...before, [field]: at }))}
            />
          ))}
          <TextInput
            size="xs"
            label="Berth"
            maxLength={80}
            value={berth}
            onChange={(event) => setBerth(event.currentTarget.value)}
          />
          <WhyField value={reason} onChange={setReason} />
        </>
      )}
    </EditForm>
  )
}
