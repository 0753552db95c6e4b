import { useNavigate } from 'react-router'
import { useKeys } from '../../../../kit/use-keys.ts'
import { FORUM } from '../forum-links.ts'

/** Keys of the lists: j and k move through the rows, c begins a topic, / searches, u leads to all topics. */
export function useListKeys(begin: (() => void) | null) {
  const navigate = useNavigate()
  useKeys({
    j: () => focusRow(1),
    k: () => focusRow(-1),
    c: () => begin?.(),
    '/': () => document.querySelector<HTMLElement>('.forum-search input')?.focus(),
    u: () => void navigate(FORUM),
  })
}

/** Moves the focus to the row below or above; first to the row that had it last. */
function focusRow(by: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('.forum-main .table-row')]
  const at = Number(
    document.activeElement?.closest<HTMLElement>('.table-row')?.dataset['index'] ?? Number.NaN,
  )
  const next = Number.isNaN(at)
    ? rows.find(({ tabIndex }) => tabIndex === 0)
    : rows.find(({ dataset }) => Number(dataset['index']) === at + by)
  next?.focus()
}
