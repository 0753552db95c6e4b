import { shownUnit, type Figure } from '@samudra/contract/figures'
import type { ReactNode } from 'react'
import { comparisonText } from './comparison-text.ts'
import { Counted } from './Counted.tsx'

/** One large number, what it compares with, and its course. */
export function NumberLine({ figure, children }: { figure: Figure; children: ReactNode }) {
  const comparison = comparisonText(figure)
  return (
    <div className="number-line">
      <div className="number-value">
        <Counted value={figure.total} link={figure.link} label={figure.query} />
        <small>{shownUnit(figure)}</small>
      </div>
      {comparison !== null && <p data-unusual={comparison.isUnusual || undefined}>{comparison.text}</p>}
      <div className="number-spark">{children}</div>
    </div>
  )
}
