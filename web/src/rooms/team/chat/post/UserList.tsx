import { userName } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { Avatar } from './Avatar.tsx'
import { ClockTime } from './ClockTime.tsx'

type Props = {
  title: string
  ids: readonly string[]
  atOf?: (id: string) => number | undefined
  empty: string
}
/** Users under a title, each with a time where one is known. */
export function UserList({ title, ids, atOf, empty }: Props) {
  const users = useChat((state) => state.users)
  return (
    <section className="user-list" aria-label={title}>
      <h4>
        {title} <span className="dim figures">{ids.length}</span>
      </h4>
      {ids.length === 0 && <p className="dim">{empty}</p>}
      <ul>
        {ids.map((id) => {
          const at = atOf?.(id)
          return (
            <li key={id}>
              <Avatar userId={id} size={22} />
              <span>{userName(users[id])}</span>
              {at !== undefined && <ClockTime at={at} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
