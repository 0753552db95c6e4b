import { CARD_KINDS, type ChatCard } from '@samudra/contract/chat'
import { REPLAY } from '../../kit/pages/links.ts'

/** Names of the kinds of cards. */
export const CARD_WORDS: Readonly<Record<ChatCard['kind'], string>> = {
  vessel: 'Vessel',
  area: 'Area',
  event: 'Event',
  alert: 'Alert',
  port: 'Port',
  view: 'Map view',
}

/** Returns the cards of a message that are well-formed. */
export function cardsOf({ props }: { props: Record<string, unknown> }): ChatCard[] {
  const cards = props['cards']
  return Array.isArray(cards) ? cards.filter(isCard) : []
}

function isCard(value: unknown): value is ChatCard {
  const { kind, id, label } = (value ?? {}) as Partial<ChatCard>
  return CARD_KINDS.some((one) => one === kind) && typeof id === 'string' && typeof label === 'string'
}

const PAGES: readonly [RegExp, ChatCard['kind']][] = [
  [/^\/home\/vesselsDetails\/([^/]+)$/, 'vessel'],
  [/^\/home\/portsDetails\/([^/]+)$/, 'port'],
]
const MAPS = ['/home/main/map', REPLAY]

/** Returns the card that a pasted address of this product stands for; null for any other text. */
export function cardOfAddress(text: string, origin: string): ChatCard | null {
  if (!URL.canParse(text.trim())) return null
  const { origin: from, pathname, search, searchParams } = new URL(text.trim())
  if (from !== origin) return null
  for (const [page, kind] of PAGES) {
    const [, id] = page.exec(pathname) ?? []
    if (id !== undefined) return { kind, id: decodeURIComponent(id), label: '' }
  }
  const alert = searchParams.get('open')
  if (pathname === '/home/main/dashboard/alerts' && alert !== null)
    return { kind: 'alert', id: alert, label: '' }
  if (MAPS.includes(pathname)) return { kind: 'view', id: pathname + search, label: 'Map view' }
  return null
}

/** Period of a replay that ends at the instant a view was shared, milliseconds. */
const BEFORE_MS = 30 * 60_000

/** Returns a card of a map as it is at an instant: a replay of the picture as it was known then. */
export function viewCard(search: string, at: number): ChatCard {
  const query = new URLSearchParams(search)
  const instant = new Date(at).toISOString()
  if (!query.has('from')) {
    query.set('from', new Date(at - BEFORE_MS).toISOString())
    query.set('to', instant)
    query.set('t', instant)
    query.set('knowledge', 'AS_KNOWN')
  }
  query.set('as_of', query.get('t') ?? instant)
  return { kind: 'view', id: `${REPLAY}?${query.toString()}`, label: 'Map view' }
}

/** Returns the instant a view shows; null when its address names none. */
export function instantOf(id: string): string | null {
  const query = new URLSearchParams(id.slice(id.indexOf('?') + 1))
  return query.get('as_of') ?? query.get('t')
}

/** Returns the address of the live map at the same place. */
export function liveAddress(id: string): string {
  const query = new URLSearchParams(id.slice(id.indexOf('?') + 1))
  for (const name of ['from', 'to', 't', 'knowledge', 'known_by', 'as_of', 'bbox']) query.delete(name)
  return `/home/main/map?${query.toString()}`
}
