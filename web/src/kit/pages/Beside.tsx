import type { ReactNode } from 'react'
import './beside.css'

type Props = {
  /** Details of the open row. */
  details: ReactNode
  label?: string
  /** Details that hold a table of their own take half of the screen. */
  isWide?: boolean
  children: ReactNode
}
/** A list, and beside it the one of it that is open; each scrolls by itself. */
export function Beside({ details, label, isWide, children }: Props) {
  return (
    <div className="beside" data-wide={isWide}>
      <div>{children}</div>
      <aside aria-label={label}>{details}</aside>
    </div>
  )
}
