import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Keys } from '../../../../platform/kernel/http/keys.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { ChatError } from '../v4/chat-error.ts'
import { chatLinkOf, dropChatLink, saveChatLink } from './chat-links.sql.ts'
import { noAnswer, type RemoteChat } from './remote-chat.ts'

/** Account of a user at the other chat server. */
export type ChatLink = { remoteId: string; token: string }
export type RemoteUser = { id: string; username: string; email?: string }

/** Refusal of calls of a user without an account there. Not 401, which ends the session of a page. */
export const notLinked = (reason = 'Link it with your name and password there, or ask the administrator.') =>
  new ChatError(
    403,
    'api.chat.account_not_linked.app_error',
    `Your account is not linked with the chat server. ${reason}`,
  )

type Needs = {
  db: Db
  keys: Pick<Keys, 'lock' | 'unlock'>
  remote: RemoteChat
  adminToken: string | null
  /** Returns the e-mail address of a user of the product. */
  emailOf(userId: string): Promise<string | null>
}

/** Accounts of users at the other chat server. Tokens stay on this server. */
export class ChatLinks {
  readonly #needs: Needs
  /** Links being made, so that calls of one page make one. */
  readonly #making = new Map<string, Promise<ChatLink>>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Returns the account of a user that is linked already; null without one. */
  async known(userId: string): Promise<ChatLink | null> {
    const row = await chatLinkOf(this.#needs.db, userId)
    return row === undefined ? null : { remoteId: row.remote_id, token: this.#needs.keys.unlock(row.token) }
  }

  /** Returns the account of a user; with a token of an administrator it is looked up by name. Throws 403 without one. */
  async of(caller: Caller): Promise<ChatLink> {
    const known = await this.known(caller.userId)
    if (known !== null) return known
    if (this.#needs.adminToken === null) throw notLinked()
    const making = this.#making.get(caller.userId) ?? this.#byAdministrator(caller, this.#needs.adminToken)
    this.#making.set(caller.userId, making)
    try {
      return await making
    } finally {
      this.#making.delete(caller.userId)
    }
  }

  /** Links the account that a name and password open there. Throws the refusal of the other server. */
  async byPassword(
    userId: string,
    proof: { login_id: string; password: string; token?: string | undefined },
  ): Promise<ChatLink> {
    const { status, headers, json } = await this.#needs.remote.call('POST', '/users/login', {
      body: { ...proof, device_id: '' },
    })
    const token = headers['token']
    if (status >= 300 || typeof token !== 'string') {
      const { message } = (json ?? {}) as { message?: string }
      throw status >= 500
        ? noAnswer()
        : notLinked(`The chat server answered: ${message ?? 'it does not know your account.'}`)
    }
    return this.#save(userId, { remoteId: (json as RemoteUser).id, token })
  }

  /** Forgets an account whose token the other server does not accept any more. */
  async drop(userId: string): Promise<void> {
    await dropChatLink(this.#needs.db, userId)
  }

  async #byAdministrator(caller: Caller, adminToken: string): Promise<ChatLink> {
    const { remote, emailOf } = this.#needs
    const name = encodeURIComponent(caller.username.toLowerCase())
    const found = await remote.call('GET', `/users/username/${name}`, { token: adminToken })
    const user = found.json as RemoteUser
    const email = await emailOf(caller.userId)
    // The same name with another address may be another person.
    const isOther =
      email !== null && (user.email ?? '') !== '' && user.email!.toLowerCase() !== email.toLowerCase()
    if (found.status >= 300 || isOther) throw notLinked()
    const made = await remote.call('POST', `/users/${user.id}/tokens`, {
      token: adminToken,
      body: { description: 'Samudra' },
    })
    const { token } = made.json as { token?: string }
    if (made.status >= 300 || token === undefined) throw notLinked()
    return this.#save(caller.userId, { remoteId: user.id, token })
  }

  async #save(userId: string, link: ChatLink): Promise<ChatLink> {
    await saveChatLink(this.#needs.db, userId, {
      remote_id: link.remoteId,
      token: this.#needs.keys.lock(link.token),
    })
    return link
  }
}
