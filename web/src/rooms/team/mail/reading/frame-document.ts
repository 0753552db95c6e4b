import { escapeHtml } from '../../../../kit/rich-text/plain-text.ts'

/** Colours of the screen, so that a mail without own colours is shown in them. */
export type FrameColours = { text: string; ground: string; link: string; line: string }
type Options = {
  body: string
  colours: FrameColours
  /** Addresses of the pictures of the mail, by Content-ID. */
  pictures: ReadonlyMap<string, string>
  isRemoteShown: boolean
}

/** `isPaper`: the mail stands on white paper, whatever the colours of the screen are. */
type FrameDocument = { html: string; isPaper: boolean }

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"

/**
 * Returns the document of a mail for its frame. The server sanitised the body. Pictures of the mail get their
 * addresses, remote ones only at the reader's request. A link whose text names another host shows its target.
 */
export function frameDocument({ body, colours, pictures, isRemoteShown }: Options): FrameDocument {
  const { body: parsed } = new DOMParser().parseFromString(body, 'text/html')
  for (const picture of parsed.querySelectorAll('img')) showPicture(picture, pictures, isRemoteShown)
  for (const link of parsed.querySelectorAll('a[href]')) showTarget(link)
  const isPaper = hasOwnColours(parsed)
  const policy = `${POLICY}; img-src data: blob:${isRemoteShown ? ' https: http:' : ''}`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title>',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer"><base target="_blank">',
    `<style>${styleOf(isPaper ? PAPER : colours, isPaper)}</style></head><body>`,
    parsed.innerHTML,
    '</body></html>',
  ].join('')
  return { html, isPaper }
}

const PAPER: FrameColours = { text: '#14202a', ground: '#ffffff', link: '#0d6cae', line: '#a9b9c4' }

const styleOf = ({ text, ground, link, line }: FrameColours, isPaper: boolean) => `
  :root { color-scheme: ${isPaper ? 'light' : 'normal'} }
  html, body { margin: 0; background: ${ground}; color: ${text}; overflow-y: hidden }
  body { padding: ${isPaper ? '12px' : '2px 0'}; font: 14px/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere }
  p { margin: 0 0 .6em } img { max-width: 100%; height: auto } a { color: ${link} }
  table { max-width: 100%; border-collapse: collapse } td, th { vertical-align: top }
  table[border="1"] td, table[border="1"] th { padding: 4px 8px; border: 1px solid ${line}; text-align: left }
  blockquote { margin: 0 0 .6em; padding-left: 12px; border-left: 3px solid ${line} }
  pre { white-space: pre-wrap } .link-target { font-size: .85em; opacity: .8 }
  @media print { html, body { background: #fff; color: #000 } a { color: #000 } }`

/** Returns true for a mail that chose colours: it is shown on white paper, for which they were chosen. */
const hasOwnColours = (body: HTMLElement) =>
  body.querySelector('[bgcolor], [style*="background"], [style*="color:"], style, font[color]') !== null

function showPicture(picture: HTMLImageElement, pictures: Options['pictures'], isRemoteShown: boolean) {
  const source = picture.getAttribute('src') ?? ''
  const remote = picture.dataset['remoteSrc']
  if (source.startsWith('cid:')) {
    const address = pictures.get(source.slice('cid:'.length))
    if (address === undefined) picture.removeAttribute('src')
    else picture.setAttribute('src', address)
  } else if (remote !== undefined && isRemoteShown) picture.setAttribute('src', remote)
  if (picture.getAttribute('alt') === null) picture.setAttribute('alt', '')
}

/** Names where a link leads; a link whose text names another host carries the true one beside it. */
function showTarget(link: Element) {
  const href = link.getAttribute('href') ?? ''
  link.setAttribute('rel', 'noopener noreferrer')
  link.setAttribute('title', href)
  const host = hostOf(href)
  const named = hostOf(link.textContent.trim())
  if (host === null || named === null || named === host) return
  const mark = link.ownerDocument.createElement('span')
  mark.className = 'link-target'
  mark.innerHTML = ` [leads to ${escapeHtml(host)}]`
  link.after(mark)
}

/** Returns the host of an address, also without its scheme; null for other text. */
export function hostOf(text: string): string | null {
  const address = /^https?:/iu.test(text)
    ? text
    : /^[\w-]+(\.[\w-]+)+(\/\S*)?$/u.test(text)
      ? `https://${text}`
      : ''
  if (!URL.canParse(address)) return null
  return new URL(address).hostname.replace(/^www\./u, '')
}
