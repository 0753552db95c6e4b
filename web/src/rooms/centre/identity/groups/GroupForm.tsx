import { Button, ColorInput } from '@mantine/core'
import { addGroup, getGroups, groupHandle, updateGroup, type UserGroup } from '@samudra/contract/roster'
import { useState } from 'react'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { NameInput } from '../../../../kit/forms/NameInput.tsx'
import { UsersPicker } from '../../../../kit/forms/PeoplePicker.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { faultAt, useStale } from '../../../../wire/use-answer.ts'

type Draft = Pick<UserGroup, 'name' | 'color' | 'members'>
const SWATCHES = ['#1565c0', '#00838f', '#2e7d32', '#6a1b9a', '#ad1457', '#c62828', '#4e342e', '#37474f']
const EMPTY: Draft = { name: '', color: SWATCHES[0]!, members: [] }

const nameOf = (id: string) =>
  useSession.getState().allUsersList.find((user) => user.id === id)?.username ?? id
const KIND = {
  noun: 'group',
  fields: [
    { label: 'Name', text: ({ name }: UserGroup) => name },
    { label: 'Colour', text: ({ color }: UserGroup) => color },
    { label: 'Members', text: ({ members }: UserGroup) => members.map(nameOf).join(', ') },
  ],
}

/** Name, colour and members of a group; null makes a new one. */
export function GroupForm(props: { group: UserGroup | null; onDone: (saved: UserGroup | null) => void }) {
  const { group, onDone } = props
  const [draft, setDraft] = useState<Draft>(group ?? EMPTY)
  const stale = useStale()
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const { name, color, members } = draft
  const handle = groupHandle(name)
  return (
    <EditForm
      kind={KIND}
      of={group}
      className="login-form"
      aria-label={group === null ? 'New group' : `Change ${group.name}`}
      save={async (over) => {
        const saved = await (over === null
          ? call(addGroup, { name, color, members })
          : call(updateGroup, { id: over.id, expected_version: over.version, name, color, members }))
        stale(getGroups)
        toast(`${saved.name} is saved.`, 'good')
        onDone(saved)
      }}
      typed={(theirs) => ({ ...theirs, name, color, members })}
      take={setDraft}
      renderButtons={(isBusy) => (
        <div className="account-buttons">
          <Button type="submit" size="xs" loading={isBusy} disabled={name.trim() === ''}>
            {group === null ? 'Add' : 'Save'}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDone(null)}>
            Cancel
          </Button>
        </div>
      )}
    >
      {(fault) => (
        <>
          <NameInput
            maxLength={60}
            data-autofocus
            value={name}
            {...(handle !== '' && { description: `Mentioned as @${handle}` })}
            error={faultAt(fault, 'name')}
            onChange={(to) => change({ name: to })}
          />
          <ColorInput
            label="Colour"
            format="hex"
            swatches={SWATCHES}
            value={color}
            error={faultAt(fault, 'color')}
            onChange={(to) => change({ color: to })}
          />
          <UsersPicker
            label="Members"
            description="Members see what is shared with the group and are notified when it is mentioned."
            value={members}
            error={faultAt(fault, 'members')}
            onChange={(to) => change({ members: to })}
          />
        </>
      )}
    </EditForm>
  )
}
