import type { IncomingMessage } from 'node:http'
import { CHAT_COOKIES } from '@samudra/contract/chat'
import type { Ground } from '../../../../platform/ground.ts'

/** Returns how the token of an upgrade is read: from its header, or from the cookie of a page. */
export const tokenOfUpgrade =
  ({ http }: Pick<Ground, 'http'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string | null =>
    /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? '')?.[1] ??
    http.parseCookie(headers.cookie ?? '')[CHAT_COOKIES.token.name] ??
    null
