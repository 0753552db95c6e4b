import { useMemo } from 'react'
import { rosterNames, userNames } from '../people/mention-names.ts'
import { MentionTextarea } from '../people/MentionTextarea.tsx'
import { useGroups } from '../people/use-groups.ts'
import { useMentionField } from '../people/use-mention-field.ts'
import { useSession } from '../../wire/session.ts'

type Props = {
  label: string
  isRequired: boolean
  hasFocus: boolean
  value: string
  onChange: (value: string) => void
}
/** Text of a form in which users, groups and duties are mentioned with @. */
export function MentionField({ label, isRequired, hasFocus, value, onChange }: Props) {
  const users = useSession((state) => state.allUsersList)
  const groups = useGroups()
  const own = useSession((state) => state.user?.id)
  const names = useMemo(() => [...userNames(users, own), ...rosterNames(groups)], [users, groups, own])
  const mention = useMentionField({ text: value, onText: onChange, names })
  return (
    <MentionTextarea
      mention={mention}
      position="bottom-start"
      size="xs"
      label={label}
      placeholder="@name notifies a user, a group or a duty"
      autoFocus={hasFocus}
      required={isRequired}
      maxLength={2000}
      minRows={2}
      maxRows={6}
    />
  )
}
