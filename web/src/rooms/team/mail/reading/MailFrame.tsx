import type { Mail } from '@samudra/contract/mail'
import { getAttachments } from '@samudra/contract/mail-files'
import { useEffect, useMemo, useState } from 'react'
import { usePalette } from '../../../../kit/theme/colour-palette.ts'
import { download } from '../../../../wire/call.ts'
import { frameDocument, type FrameColours } from './frame-document.ts'

/** Page whose policy lets remote pictures be shown; others are shown in a document of this page. */
const PICTURES_PAGE = '/mail-pictures.html'
/** Sandbox of the frame: no script runs in it. The same origin lets this page measure it and receive its keys. */
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

type Props = { mail: Mail; isRemoteShown: boolean }
/** Body of a mail, in a frame of its own where nothing of it can run. */
export function MailFrame({ mail, isRemoteShown }: Props) {
  const palette = usePalette((state) => state.palette)
  const pictures = usePictures(mail)
  const [height, setHeight] = useState(60)
  const { html, isPaper } = useMemo(
    () => frameDocument({ body: mail.body, colours: coloursNow(palette), pictures, isRemoteShown }),
    [mail.body, palette, pictures, isRemoteShown],
  )
  const loaded = (frame: HTMLIFrameElement) => {
    const inner = frame.contentDocument
    if (inner === null) return
    if (isRemoteShown) fillPage(inner, html)
    const measure = () => setHeight(Math.ceil(inner.documentElement.getBoundingClientRect().height))
    measure()
    new ResizeObserver(measure).observe(inner.body)
    for (const picture of inner.querySelectorAll('img')) picture.addEventListener('load', measure)
    // Keys of the mail work while the focus is in the text.
    inner.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { key, shiftKey } = event
      frame.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
    })
  }
  const address = isRemoteShown ? { src: PICTURES_PAGE } : { srcDoc: html }
  return (
    <iframe
      key={String(isRemoteShown) + palette}
      className="mail-frame"
      data-paper={isPaper || undefined}
      title={`Text of the mail: ${mail.subject}`}
      sandbox={SANDBOX}
      referrerPolicy="no-referrer"
      style={{ height }}
      onLoad={({ currentTarget }) => loaded(currentTarget)}
      {...address}
    />
  )
}

/** Puts a mail into the page that may show remote pictures. */
function fillPage(page: Document, html: string) {
  const read = new DOMParser().parseFromString(html, 'text/html')
  read.querySelector('meta[http-equiv]')?.remove()
  page.head.replaceChildren(...read.head.childNodes)
  page.body.replaceChildren(...read.body.childNodes)
}

/** Reads the colours of the palette; the argument makes them new with it. */
function coloursNow(_palette: string): FrameColours {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    text: colour('--text'),
    ground: colour('--panel'),
    link: colour('--accent'),
    line: colour('--line-strong'),
  }
}

const NONE: ReadonlyMap<string, string> = new Map()
/** Loads the pictures that the text of a mail shows; they live as long as the mail is shown. */
function usePictures({ id, attachments }: Mail): ReadonlyMap<string, string> {
  const [pictures, setPictures] = useState(NONE)
  const inline = attachments.filter(({ inline: is, content_id }) => is && content_id !== null)
  const key = inline.map((one) => one.id).join(' ')
  useEffect(() => {
    if (key === '') return undefined
    const addresses: string[] = []
    let isGone = false
    void Promise.all(
      inline.map(async ({ id: attachment_id, content_id, content_type }) => {
        const { bytes } = await download(getAttachments, { id, attachment_id })
        const address = URL.createObjectURL(new Blob([bytes], { type: content_type }))
        addresses.push(address)
        return [content_id ?? '', address] as const
      }),
    ).then(
      (read) => !isGone && setPictures(new Map(read)),
      // Without its pictures the text is still read.
      () => undefined,
    )
    return () => {
      isGone = true
      for (const address of addresses) URL.revokeObjectURL(address)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key names the attachments
  }, [id, key])
  return pictures
}
