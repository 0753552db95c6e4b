import Markdown from 'react-markdown'
import './prose.css'

/** A text of the centre, written in Markdown; HTML in it is shown as it is written. */
export function Prose({ markdown }: { markdown: string }) {
  return (
    <article className="prose">
      <Markdown>{markdown}</Markdown>
    </article>
  )
}
