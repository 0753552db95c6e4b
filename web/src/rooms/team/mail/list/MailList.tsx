import type { MailRow } from '@samudra/contract/mail'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { useMailPlace } from '../mail-place.ts'
import { drag } from './dragging.ts'
import { MailRowView, type RowActions } from './MailRowView.tsx'
import { selectTo, toggleSelected, useSelection } from './selection.store.ts'
import type { MailList as List } from './use-mail-list.ts'

/** Height of a row; fixed, so that rows above what is read never move it. */
const ROW_PX = 78
/** Rows from the end of what is loaded at which the next page is loaded. */
const AHEAD = 20

/** Folders whose rows the user wrote: a row that is added there is no new mail. */
const OWN = ['Sent', 'Drafts']

type Props = { list: List; onOpen: (row: MailRow) => void; onStar: (row: MailRow) => void; label: string }

/** Rows of a folder or search. New mail arrives above what is shown, and never moves it. */
export function MailList({ list, onOpen, onStar, label }: Props) {
  const { rows, hasMore, onMore, onSight, isWaiting, error, onRetry } = list.table
  const { mail, folder } = useMailPlace()
  const marked = useSelection(({ ids }) => ids)
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here memoises by the object of the library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]!.id,
    overscan: 8,
  })
  const arrived = useSteadyTop(box, rows, mail)
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const sight = items.map(({ index }) => rows[index]?.id ?? '').join(' ')
  useEffect(() => onSight(sight.split(' ')), [sight, onSight])
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore()
  }, [hasMore, last, rows.length, onMore])
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === mail)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
    // Only when another mail is opened: rows that arrive must not scroll.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [mail])

  if (isWaiting) return <Waiting />
  if (error !== null) return <Failed error={error} onRetry={onRetry} />
  if (rows.length === 0) return <Empty />
  const listed = rows.map(({ id }) => id)
  const actions: RowActions = {
    onOpen,
    onStar,
    onToggle: ({ id }) => toggleSelected(id),
    onRange: ({ id }) => selectTo(listed, id, mail),
    onDrag: ({ id }) => drag(marked.has(id) ? [...marked] : [id]),
    onDragEnd: () => drag([]),
  }
  return (
    <div className="mail-list">
      <div
        ref={box}
        className="mail-scroll"
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length}
        aria-multiselectable
      >
        <div role="rowgroup" className="mail-rows" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <div
                  key={key}
                  role="presentation"
                  className="mail-row-place"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <MailRowView
                    row={row}
                    folder={folder}
                    isOpen={row.id === mail}
                    isMarked={marked.has(row.id)}
                    actions={actions}
                  />
                </div>
              )
            )
          })}
        </div>
      </div>
      {arrived > 0 && !OWN.includes(folder) && (
        <button type="button" className="mail-arrived" onClick={() => box.current?.scrollTo({ top: 0 })}>
          <IconArrowUp size={14} aria-hidden /> {countWords(arrived, 'new mail')}
        </button>
      )}
    </div>
  )
}

function Empty() {
  const { q, isUnreadOnly } = useMailPlace()
  if (q !== '') return <Nothing title="No mail matches" hint="Try fewer words, or another folder with in:." />
  if (isUnreadOnly) return <Nothing title="No unread mail" hint="Show all to see the others." />
  return <Nothing title="No mail here" />
}

/**
 * Leaves the rows that are read in their place when rows arrive above them. Returns how many arrived above the visible
 * part. At the top of the list, without an open mail, new rows just appear.
 */
function useSteadyTop(
  box: RefObject<HTMLDivElement | null>,
  rows: readonly MailRow[],
  open: string | null,
): number {
  const [arrived, setArrived] = useState(0)
  const before = useRef<string | null>(null)
  useLayoutEffect(() => {
    const scroll = box.current
    const first = before.current
    before.current = rows[0]?.id ?? null
    if (scroll === null || first === null) return
    const above = rows.findIndex(({ id }) => id === first)
    if (above <= 0 || (scroll.scrollTop === 0 && open === null)) return
    scroll.scrollBy({ top: above * ROW_PX, behavior: 'instant' })
    setArrived((count) => count + above)
  }, [box, rows, open])
  useEffect(() => {
    const scroll = box.current
    if (scroll === null || arrived === 0) return undefined
    const look = () => scroll.scrollTop < ROW_PX / 2 && setArrived(0)
    scroll.addEventListener('scroll', look)
    return () => scroll.removeEventListener('scroll', look)
  }, [box, arrived])
  return arrived
}
