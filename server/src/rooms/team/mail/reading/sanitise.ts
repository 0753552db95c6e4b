import sanitize from 'sanitize-html'

/** Characters of HTML that are read of one mail, and depth of its elements. */
const LONGEST_HTML = 2_000_000
const DEEPEST = 100
/** Characters of a body as it is stored and shown. */
export const LONGEST_BODY = 1_000_000

export type SanitisedBody = { html: string; remotePictures: number; isCut: boolean }

const SIZE = /^\d{1,4}(?:\.\d+)?(?:px|pt|em|rem|%)?$/
const SIZES =
  /^(?:\d{1,4}(?:\.\d+)?(?:px|pt|em|rem|%)?|auto)(?:\s+(?:\d{1,4}(?:\.\d+)?(?:px|pt|em|rem|%)?|auto)){0,3}$/
const COLOUR = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,30})$/i
const BORDER = /^[\w\s.#()%,]{1,80}$/
const STYLES = {
  color: [COLOUR],
  'background-color': [COLOUR],
  'text-align': [/^(?:left|right|center|justify|start|end)$/],
  'font-size': [SIZE, /^(?:x{0,2}-?(?:small|large)|medium|smaller|larger)$/],
  'font-weight': [/^(?:bold|bolder|lighter|normal|[1-9]00)$/],
  'font-style': [/^(?:italic|oblique|normal)$/],
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'text-decoration': [/^[a-z\s-]{1,60}$/],
  'vertical-align': [/^[a-z-]{1,20}$/],
  'white-space': [/^(?:normal|nowrap|pre|pre-wrap|pre-line)$/],
  direction: [/^(?:ltr|rtl)$/],
  width: [SIZE],
  height: [SIZE],
  'max-width': [SIZE],
  'line-height': [SIZE, /^normal$/],
  margin: [SIZES],
  'margin-left': [SIZES],
  'margin-right': [SIZES],
  'margin-top': [SIZES],
  'margin-bottom': [SIZES],
  padding: [SIZES],
  'padding-left': [SIZES],
  'padding-right': [SIZES],
  'padding-top': [SIZES],
  'padding-bottom': [SIZES],
  border: [BORDER],
  'border-top': [BORDER],
  'border-bottom': [BORDER],
  'border-left': [BORDER],
  'border-right': [BORDER],
  'border-collapse': [/^(?:collapse|separate)$/],
  'list-style-type': [/^[a-z-]{1,30}$/],
}
const BLOCKS =
  'p div span br hr pre blockquote h1 h2 h3 h4 h5 h6 ul ol li dl dt dd center address figure figcaption'
const INLINE =
  'a b i u s em strong strike del ins sub sup small big code kbd samp tt mark q cite abbr font img wbr'
const TABLES = 'table caption colgroup col thead tbody tfoot tr th td'
const TAGS = [BLOCKS, INLINE, TABLES].flatMap((some) => some.split(' '))
const CELL = ['colspan', 'rowspan', 'align', 'valign', 'width', 'height', 'bgcolor']
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i

/** Returns HTML of others without anything that acts, loads or lies about its target. */
export function sanitise(html: string): SanitisedBody {
  let remotePictures = 0
  const read = html.slice(0, endOfReadable(html))
  const clean = sanitize(read, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['style', 'dir', 'lang', 'align'],
      a: ['href', 'title', 'rel', 'target', 'name', 'data-true-target'],
      img: ['src', 'alt', 'title', 'width', 'height', 'data-remote-src'],
      table: ['border', 'cellpadding', 'cellspacing', 'width', 'bgcolor'],
      td: CELL,
      th: CELL,
      col: ['width', 'span'],
      ol: ['start', 'type'],
      font: ['color', 'size', 'face'],
      blockquote: ['type'],
    },
    allowedStyles: { '*': STYLES },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['cid', 'data', 'http', 'https'] },
    allowProtocolRelative: false,
    nestingLimit: DEEPEST,
    transformTags: {
      a: (tagName, { href, title, name }) => {
        const target = targetOf(href)
        return {
          tagName,
          attribs: {
            ...(name === undefined ? {} : { name }),
            ...(target === null
              ? {}
              : { href: target, rel: 'noopener noreferrer', target: '_blank', 'data-true-target': target }),
            ...(title === undefined ? {} : { title }),
          },
        }
      },
      img: (tagName, { src = '', alt = '', width, height, style }) => {
        const shown: Record<string, string> = { alt }
        if (width !== undefined) shown['width'] = width
        if (height !== undefined) shown['height'] = height
        if (style !== undefined) shown['style'] = style
        if (/^cid:/i.test(src) || PICTURE.test(src)) shown['src'] = src
        else if (/^(?:https?:)?\/\//i.test(src.trim())) {
          remotePictures++
          shown['data-remote-src'] = src.trim().replace(/^\/\//, 'https://')
        }
        return { tagName, attribs: shown }
      },
    },
  })
  const isCut = html.length > read.length || clean.length > LONGEST_BODY
  return {
    // A cut may end within an element, which a second pass closes.
    html: isCut && clean.length > LONGEST_BODY ? plainHtml(textOf(clean).slice(0, LONGEST_BODY / 4)) : clean,
    remotePictures,
    isCut,
  }
}

/** Elements that are open at once; beyond it the time to read grows with the square of their number. */
const MOST_OPEN = 5000
const VOID = /^(?:br|hr|img|input|meta|link|col|wbr|area|base|embed|source)$/i
/** Returns where HTML gets too long or too deep to be read. */
function endOfReadable(html: string): number {
  let open = 0
  for (const { index, 1: close, 2: name } of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (index > LONGEST_HTML) break
    if (close === '/') open = Math.max(0, open - 1)
    else if (!VOID.test(name!)) open++
    if (open > MOST_OPEN) return index
  }
  return Math.min(html.length, LONGEST_HTML)
}

function targetOf(href: string | undefined): string | null {
  if (href === undefined) return null
  // oxlint-disable-next-line no-control-regex
  const text = href.replace(/[\0-\x20]+/g, '')
  if (!/^(?:https?:\/\/|mailto:)/i.test(text) || !URL.canParse(text)) return null
  return new URL(text).href
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign]!)

/** Returns plain text as HTML; addresses of the web become links. */
export function plainHtml(text: string): string {
  const body = escapeHtml(text).replace(
    /\bhttps?:\/\/[^\s<>"']{1,2000}/g,
    (url) =>
      `<a href="${url}" rel="noopener noreferrer" target="_blank" data-true-target="${url}">${url}</a>`,
  )
  return `<div style="white-space:pre-wrap">${body}</div>`
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
/** Returns the text of sanitised HTML. */
export const textOf = (clean: string): string =>
  clean
    .replace(/\s*\n\s*/g, /<pre|pre-wrap/.test(clean) ? '\n' : ' ')
    .replace(/<(?:br|hr)[^>]*>|<\/(?:p|div|h[1-6]|li|tr|pre|blockquote|table|dd|dt)>/g, '\n')
    .replace(/<\/t[dh]>/g, '\t')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Language tag of the lines that show cards to other mail programs. */
export const LINK_LINES = 'x-samudra-links'
/** Returns HTML without the lines of cards, which our screens show as cards. */
export const withoutLinkLines = (clean: string): string =>
  clean.replace(new RegExp(`<div lang="${LINK_LINES}">(?:<p>[^<]*</p>)*</div>`, 'g'), '')
