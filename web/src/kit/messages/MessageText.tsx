import { createContext, use, type ReactNode } from 'react'
import Markdown, { defaultUrlTransform, type Components } from 'react-markdown'
import { Link } from 'react-router'
import { MENTION, messageMarkdown } from './message-markdown.ts'
import { messageTables } from './message-tables.ts'
import { signOf } from './signs.ts'
import './message-text.css'

type Props = {
  text: string
  /** True for names that notify. */
  isName: (name: string) => boolean
  /** True for names that mean the reader. */
  isReader: (name: string) => boolean
}

/** Recognises names that mean the reader, for the mentions of a message. */
const ReaderContext = createContext<(name: string) => boolean>(() => false)

/** A message in Markdown, with mentions and signs; HTML in it is shown as it is written. */
export function MessageText({ text, isName, isReader }: Props) {
  return (
    <div className="message-text">
      <ReaderContext value={isReader}>
        <Markdown components={COMPONENTS} remarkPlugins={PLUGINS} urlTransform={keepMentions}>
          {messageMarkdown(text, { isName, signOf })}
        </Markdown>
      </ReaderContext>
    </div>
  )
}

const PLUGINS = [messageTables]
const COMPONENTS: Components = {
  a: ({ href = '', children }) =>
    href.startsWith(MENTION) ? (
      <Mention name={decodeURIComponent(href.slice(MENTION.length))}>{children}</Mention>
    ) : (
      <Address href={href}>{children}</Address>
    ),
  // A picture from elsewhere would report who reads it.
  img: ({ src = '', alt = '' }) => <Address href={src}>{alt === '' ? src : alt}</Address>,
  // A wide table scrolls in itself, also by keys.
  table: ({ children }) => (
    <div className="message-table" role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

function Mention({ name, children }: { name: string; children: ReactNode }) {
  const isReader = use(ReaderContext)
  return (
    <span className="mention" data-reader={isReader(name)}>
      {children}
    </span>
  )
}

const keepMentions = (url: string) => (url.startsWith(MENTION) ? url : defaultUrlTransform(url))

/** Links into the product stay in this window; others open beside it. */
function Address({ href, children }: { href: string; children: ReactNode }) {
  const inside = pathInside(href)
  if (inside !== null) return <Link to={inside}>{children}</Link>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {children}
    </a>
  )
}

/** Returns the path of an address of this product; null for others. */
function pathInside(href: string): string | null {
  if (!URL.canParse(href, window.location.origin)) return null
  const { origin, pathname, search, hash } = new URL(href, window.location.origin)
  return origin === window.location.origin && pathname.startsWith('/home/') ? pathname + search + hash : null
}
