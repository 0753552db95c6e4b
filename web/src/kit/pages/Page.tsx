import type { ReactNode } from 'react'
import { usePublishedHeight } from './published-height.ts'
import './page.css'

/** A screen that is not the map: title, what it can do, and a body that scrolls by itself. */
export function Page(props: { title: string; subtitle?: string; actions?: ReactNode; children: ReactNode }) {
  const head = usePublishedHeight('--page-head')
  return (
    <div className="page">
      <header ref={head} className="page-head">
        <h1>{props.title}</h1>
        {props.subtitle !== undefined && <p>{props.subtitle}</p>}
        <div className="page-actions">{props.actions}</div>
      </header>
      {/* It scrolls, so it can be reached by keyboard. */}
      <div className="page-body" tabIndex={0} role="region" aria-label={props.title}>
        {props.children}
      </div>
    </div>
  )
}
