/** Elements that carry nothing to read. */
const DROPPED =
  'script, style, meta, link, title, xml, iframe, object, embed, form, input, button, select, textarea, noscript, svg, template'
/** Styles of text that the editor knows. */
const ALLOWED_STYLES = ['color', 'font-weight', 'font-style', 'text-decoration'] as const
const ALLOWED_ATTRIBUTES: readonly string[] = ['href', 'src', 'alt', 'title', 'colspan', 'rowspan', 'start']

/**
 * Returns pasted HTML without what Word, Google Docs and web pages put around their text: fonts, classes, comments,
 * empty elements, list paragraphs, wrappers, and pictures of other servers.
 */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutConditions(html), 'text/html')
  listsOfWord(body)
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  for (const element of body.querySelectorAll('*')) cleanElement(element)
  dropComments(body)
  return body.innerHTML.trim()
}

/** Removes conditional comments of Word and the markers of a clipboard fragment. */
const withoutConditions = (html: string) =>
  html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gu, '').replace(/<!\[if[^>]*>|<!\[endif\]>/gu, '')

function cleanElement(element: Element) {
  const tag = element.tagName.toLowerCase()
  if (tag.includes(':')) return element.replaceWith(...element.childNodes)
  if (tag === 'img' && !isOwnPicture(element.getAttribute('src'))) {
    return element.replaceWith(element.getAttribute('alt') ?? '')
  }
  const style = element.getAttribute('style') ?? ''
  // Google Docs wraps a whole text in a bold element that is not bold.
  if (tag === 'b' && /font-weight:\s*(normal|400)/u.test(style))
    return element.replaceWith(...element.childNodes)
  for (const { name } of Array.from(element.attributes)) {
    if (!ALLOWED_ATTRIBUTES.includes(name)) element.removeAttribute(name)
  }
  const saved = allowedStyle(style)
  if (saved !== '') element.setAttribute('style', saved)
  if (tag === 'span' && saved === '') element.replaceWith(...element.childNodes)
  return undefined
}

const isOwnPicture = (src: string | null) => src !== null && /^(data:image\/|blob:|cid:)/u.test(src)

/** Returns the part of a style that means something; black text is the usual text. */
function allowedStyle(style: string): string {
  const wanted: readonly string[] = ALLOWED_STYLES
  return style
    .split(';')
    .map((one) => one.split(':').map((part) => part.trim().toLowerCase()))
    .filter(([name = '', value = '']) => wanted.includes(name) && !isUsual(name, value))
    .map((pair) => pair.join(': '))
    .join('; ')
}

const USUAL = ['normal', '400', 'none', 'inherit', 'initial', 'windowtext', 'black', '#000', '#000000']
const isUsual = (name: string, value: string) =>
  value === '' ||
  USUAL.includes(value) ||
  value.startsWith('var(') ||
  (name === 'color' && /^rgba?\(\s*0,\s*0,\s*0\b/u.test(value))

/** Turns paragraphs that Word shows as a list into lists. */
function listsOfWord(body: HTMLElement) {
  let list: HTMLElement | null = null
  for (const paragraph of body.querySelectorAll('p[class^="MsoList"], p[style*="mso-list"]')) {
    const bullet = paragraph.querySelector('[style*="mso-list" i]')
    const isNumbered = /^\s*\(?\w{1,3}[.)]/u.test(bullet?.textContent ?? '')
    bullet?.remove()
    if (list === null || paragraph.previousElementSibling !== list) list = startList(paragraph, isNumbered)
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
  }
}

function startList(before: Element, isNumbered: boolean): HTMLElement {
  const list = before.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
  before.before(list)
  return list
}

function dropComments(body: HTMLElement) {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode() !== null) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
}
