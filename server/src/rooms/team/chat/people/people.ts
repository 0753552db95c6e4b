import type { Account } from '../../../centre/identity/room.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf } from '../chat-ids.ts'
import { presentUser } from '../presented.ts'
import { peopleOf } from './people.sql.ts'

/** Returns accounts as clients read them, with the texts that each user shows in chat. */
export async function presentUsers({ db }: Pick<Chat, 'db'>, accounts: readonly Account[]) {
  const people = await peopleOf(
    db,
    accounts.map(({ id }) => chatIdOf(id)),
  )
  return accounts.map((account) => presentUser(account, people.get(chatIdOf(account.id))))
}
