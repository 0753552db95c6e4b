import { PRESENCES } from '@samudra/contract/presence'
import { PresenceMark } from '../../../../kit/people/PresenceDot.tsx'
import { useChat } from '../state/chat.store.ts'
import { userName } from '../state/channel-order.ts'

/** Sign of presence, by shape and colour. */
export function StatusDot({ userId }: { userId: string }) {
  const status = useChat(({ statuses }) => statuses[userId]) ?? 'offline'
  return <PresenceMark presence={PRESENCES.find((one) => one === status) ?? 'offline'} />
}

/** Initials of a user, with the sign of presence where it helps. */
export function Avatar({
  userId,
  size = 34,
  hasStatus = false,
}: {
  userId: string
  size?: number
  hasStatus?: boolean
}) {
  const name = useChat(({ users }) => userName(users[userId]))
  const [first = '?', second = ''] = name.split(/[\s._-]+/)
  const letters = (first[0] ?? '') + (second[0] ?? first[1] ?? '')
  return (
    <span className="avatar" style={{ width: size, height: size, fontSize: size * 0.38 }} title={name}>
      <span aria-hidden>{letters.toUpperCase()}</span>
      {hasStatus && <StatusDot userId={userId} />}
    </span>
  )
}
