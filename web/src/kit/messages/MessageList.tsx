import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { IconArrowDown } from '@tabler/icons-react'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { DayLine } from './DayLine.tsx'
import { countBelow, lastSeen, openingOf, type ListedMessage, type MessageRow } from './message-rows.ts'
import './message-list.css'

type Props<Item extends ListedMessage> = {
  label: string
  rows: readonly MessageRow<Item>[]
  renderMessage: (item: Item, isFirst: boolean) => ReactNode
  /** Message that a link leads to; the list opens there. */
  focusId?: string | null
  hasOlder: boolean
  hasNewer: boolean
  onOlder: () => void
  onNewer: () => void
  /** Unread messages that are not among the rows. */
  unread?: number
  /** Leads to the newest message when it is not among the rows. */
  onNewest: () => void
  onAtEnd?: (isAtEnd: boolean) => void
  /** Grows with each message of the user: the list then goes to its end. */
  sent: number
  /** Shown above the very first message. */
  beginning?: ReactNode
}

/** Rows from an edge of what is loaded at which the next page is loaded. */
const AHEAD = 12
/** Distance from the end that still counts as the end, pixels. */
const END_PX = 48
const ROW_PX = 56

/**
 * Messages, the newest at the foot. The list opens at the first unread message. Pages that load above, and pictures
 * that grow, leave what is read in its place.
 */
export function MessageList<Item extends ListedMessage>(props: Props<Item>) {
  const { rows, focusId = null, hasOlder, hasNewer, onOlder, onNewer, onAtEnd, sent } = props
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here memoises by the object of the library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]!.key,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: !hasNewer,
    scrollEndThreshold: END_PX,
    paddingStart: 8,
    paddingEnd: 12,
    scrollPaddingStart: 72,
  })
  useSteadyRows(virtual)
  const isOpen = useOpening(box, rows, focusId, (index, align) => virtual.scrollToIndex(index, { align }))
  const { first, last } = { first: virtual.range?.startIndex ?? 0, last: virtual.range?.endIndex ?? 0 }
  useEffect(() => {
    if (rows.length === 0 || !isOpen) return
    if (hasOlder && first <= AHEAD) onOlder()
    if (hasNewer && last >= rows.length - AHEAD) onNewer()
  }, [isOpen, rows, first, last, hasOlder, hasNewer, onOlder, onNewer])
  const toEnd = useCallback(() => virtual.scrollToEnd({ behavior: 'auto' }), [virtual])
  useEffect(() => {
    if (sent > 0) toEnd()
  }, [sent, toEnd])
  const opensAtEnd = openingOf(rows, focusId)?.align === 'end'
  const { isAtEnd, below: arrived, look } = useEnd(box, rows, { hasNewer, opensAtEnd })
  usePinned(rows, isAtEnd, toEnd)
  const below = hasNewer ? (props.unread ?? 0) : arrived
  useEffect(() => onAtEnd?.(isAtEnd), [isAtEnd, onAtEnd])
  const jump = () => (hasNewer ? props.onNewest() : toEnd())

  return (
    <div className="message-list">
      {/* It scrolls, so it can be reached by keyboard. */}
      <div
        ref={box}
        className="message-scroll"
        role="log"
        aria-live="off"
        aria-label={props.label}
        tabIndex={0}
        onScroll={look}
        onKeyDown={moveFocus}
      >
        <div className="message-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="message-row"
                  // Not a transform, which parts that stick to the edge of the list do not count.
                  style={{ top: start }}
                >
                  {row.kind === 'message' && props.renderMessage(row.item, row.isFirst)}
                  {row.kind === 'beginning' && <div className="message-beginning">{props.beginning}</div>}
                  {row.kind === 'day' && <DayLine at={row.at} />}
                  {row.kind === 'unread' && (
                    <div className="unread-line" role="separator">
                      <span>New</span>
                    </div>
                  )}
                </div>
              )
            )
          })}
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" className="message-jump" data-new={below > 0 || undefined} onClick={jump}>
          <IconArrowDown size={14} aria-hidden />
          {below > 0 ? `${below} new` : 'Newest'}
        </button>
      )}
    </div>
  )
}

/**
 * Holds what is read in place when a row above it changes its height, also while the list scrolls up: the first row of
 * a page loses its head when the page before it arrives.
 */
function useSteadyRows(virtual: Virtualizer<HTMLDivElement, Element>) {
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/immutability -- the library takes this answer as a field of its object
    virtual.shouldAdjustScrollPositionOnItemSizeChange = (
      { key, start, end },
      _delta,
      { scrollOffset, itemSizeCache },
    ) => (itemSizeCache.has(key) ? end : start) < (scrollOffset ?? 0)
  }, [virtual])
}

/** Frames after which a list counts as open in any case. */
const MOST_FRAMES = 60

/**
 * Scrolls once, when rows are there: to the message of a link, the unread line or the end. Returns whether the list is
 * there: the scroll takes some frames and goes by the place of the row, which a page that loads above would change.
 */
function useOpening(
  box: { current: HTMLElement | null },
  rows: readonly MessageRow<ListedMessage>[],
  focusId: string | null,
  scroll: (index: number, align: 'start' | 'center' | 'end') => void,
) {
  const opened = useRef<string | null>(null)
  useLayoutEffect(() => {
    const wanted = focusId ?? 'opened'
    if (opened.current === wanted || (opened.current !== null && focusId === null)) return
    const opening = openingOf(rows, focusId)
    if (opening === null) return
    opened.current = wanted
    scroll(opening.index, opening.align)
  })
  const [settled, setSettled] = useState<string | null>(null)
  const wanted = focusId ?? settled ?? 'opened'
  const index = openingOf(rows, focusId)?.index ?? null
  const isOpen = settled === wanted
  useEffect(() => {
    if (isOpen || index === null) return undefined
    let [frame, frames, last] = [0, 0, Number.NaN]
    const look = () => {
      const top = topInSight(box.current, index)
      if ((top !== null && top === last) || ++frames > MOST_FRAMES) return setSettled(wanted)
      last = top ?? Number.NaN
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [isOpen, wanted, index, box])
  return isOpen
}

/** Returns the place of a row that is in sight; null for another. */
function topInSight(box: HTMLElement | null, index: number): number | null {
  const row = box?.querySelector(`.message-row[data-index="${index}"]`)?.getBoundingClientRect()
  const sight = box?.getBoundingClientRect()
  if (row === undefined || sight === undefined) return null
  return row.top <= sight.bottom && row.bottom >= sight.top ? row.top : null
}

/** Moves the focus to the message above or below, from the list or from a message. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const { target, currentTarget: list } = event
  const isOfList = target === list || (target instanceof HTMLElement && target.matches('article'))
  if (step === 0 || event.altKey || !isOfList) return
  const messages = [...list.querySelectorAll<HTMLElement>('article')].toSorted(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  )
  const at = messages.indexOf(target as HTMLElement)
  const next = at < 0 ? messages.at(-1) : messages[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Stays at the end when rows change there in any way, not only by a new last one. */
function usePinned(rows: readonly MessageRow<ListedMessage>[], isAtEnd: boolean, toEnd: () => void) {
  const last = useRef(rows)
  const pin = useEffectEvent(() => isAtEnd && toEnd())
  useLayoutEffect(() => {
    if (last.current === rows) return
    last.current = rows
    pin()
  }, [rows])
}

/** Follows whether the newest message is in sight, and how many arrived since it was. */
function useEnd(
  box: { current: HTMLElement | null },
  rows: readonly MessageRow<ListedMessage>[],
  { hasNewer, opensAtEnd }: { hasNewer: boolean; opensAtEnd: boolean },
) {
  const [isAtFoot, setAtFoot] = useState(opensAtEnd)
  const [seen, setSeen] = useState<string | null>(null)
  const isAtEnd = isAtFoot && !hasNewer
  const lastKey = rows.at(-1)?.key ?? null
  const seenNow = lastSeen(seen, lastKey, { isAtEnd, hasNewer })
  if (seen !== seenNow) setSeen(seenNow)
  const look = () => {
    const element = box.current
    if (element === null) return
    setAtFoot(element.scrollHeight - element.scrollTop - element.clientHeight <= END_PX)
  }
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    const frame = requestAnimationFrame(() => lookAgain())
    return () => cancelAnimationFrame(frame)
  })
  return { isAtEnd, below: countBelow(rows, seen), look }
}
