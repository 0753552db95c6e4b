const BLOCKS = /^(p|div|h[1-6]|ul|ol|li|tr|table|blockquote|pre|hr|section|article)$/u

/** Returns the text of rich text as a plain-text mail shows it. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return linesOf(body)
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
}

function linesOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/gu, ' ')
  if (!(node instanceof Element)) return ''
  const tag = node.tagName.toLowerCase()
  const inner = [...node.childNodes].map(linesOf).join('')
  if (tag === 'br') return '\n'
  if (tag === 'hr') return '\n----\n'
  if (tag === 'img') return node.getAttribute('alt') ?? ''
  if (tag === 'li') return `\n${markOf(node)}${inner.trim()}`
  if (tag === 'td' || tag === 'th') return `${inner.trim()}\t`
  if (tag === 'blockquote') return `\n${quoted(inner)}\n`
  if (tag === 'a') return linkText(node, inner)
  if (tag === 'p' || /^h[1-6]$/u.test(tag)) return `\n${inner}\n`
  return BLOCKS.test(tag) ? `\n${inner.trimEnd()}\n` : inner
}

const quoted = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

function markOf(item: Element): string {
  const list = item.parentElement
  if (list?.tagName !== 'OL') return '- '
  return `${[...list.children].indexOf(item) + 1}. `
}

function linkText(link: Element, text: string): string {
  const href = link.getAttribute('href') ?? ''
  return href === '' || href === text || href === `mailto:${text}` ? text : `${text} <${href}>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign)

/** Returns plain text as paragraphs of rich text. */
export const htmlOfText = (text: string) =>
  text
    .split(/\n{2,}/u)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
