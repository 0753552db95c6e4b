import type { MailLink } from '@samudra/contract/mail'
import { escapeHtml, LINK_LINES } from '../reading/sanitise.ts'

const NAMES = { vessel: 'Vessel', alert: 'Alert', area: 'Area', event: 'Event', port: 'Port' } as const

/** Returns a body with its cards as lines, which other mail programs show. */
export function readablyLinked(
  { html, text }: { html: string; text: string },
  links: readonly MailLink[],
): { html: string; text: string } {
  if (links.length === 0) return { html, text }
  const lines = links.map(
    ({ type, id, label }) => `${NAMES[type]}: ${label === '' ? id : `${label} (${id})`}`,
  )
  return {
    html: `${html}<div lang="${LINK_LINES}">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`,
    text: `${text}\n\n${lines.join('\n')}`,
  }
}
