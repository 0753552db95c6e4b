import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { Themed } from './theme/Themed.tsx'
import { useToasts, type Toast, type ToastAction } from './toasts.ts'
import '@mantine/notifications/styles.css'

const COLOURS: Record<Toast['tone'], string> = {
  plain: 'var(--accent)',
  good: 'var(--good)',
  warning: 'var(--warning)',
  bad: 'var(--alarm)',
}

/** Priorities of tones: when there are more toasts than places, serious ones do not wait. */
const PRIORITIES: Record<Toast['tone'], number> = { plain: 0, good: 0, warning: 1, bad: 2 }

/** A message and what one click on it does; then it has served. */
function Acting(props: { id: number; text: string; before: number; actions: readonly ToastAction[] }) {
  const { id, text, before, actions } = props
  return (
    <>
      {text}
      {actions.length > 0 && (
        <span className="toast-acts">
          {actions.map(({ label, act }) => (
            <button
              key={label}
              type="button"
              className="link-button"
              onClick={() => {
                notifications.hide(String(id))
                act()
              }}
            >
              {label}
            </button>
          ))}
        </span>
      )}
      {before > 0 && <span className="toast-before">{before} earlier, see Notifications</span>}
    </>
  )
}

/** The message that stands in the place of its sort, and how many have stood there one after another. */
const places = new Map<string, { id: number; count: number }>()

/** Replaces the toast of the same sort and returns how many it stands for. */
function takePlace(key: string, id: number): number {
  const before = places.get(key)
  const count = (before?.count ?? 0) + 1
  places.set(key, { id, count })
  if (before !== undefined) notifications.hide(String(before.id))
  return count
}
function leavePlace(key: string, id: number) {
  if (places.get(key)?.id === id) places.delete(key)
}

function show({ id, text, tone, ms, action, sort }: Toast) {
  const count = sort === null ? 1 : takePlace(sort.key, id)
  const actions = action === null ? [] : [action]
  const all = sort?.all
  if (all !== undefined && count > 1) actions.push(all(count))
  const before = all === undefined ? count - 1 : 0
  notifications.show({
    id: String(id),
    message: <Acting id={id} text={text} before={before} actions={actions} />,
    color: COLOURS[tone],
    // Only one that can be clicked waits while the pointer is on it: another may have come where the pointer was.
    autoClose: actions.length > 0 ? ms : false,
    priority: PRIORITIES[tone],
    closeButtonProps: { 'aria-label': 'Dismiss message' },
    onOpen: () => {
      if (actions.length === 0) setTimeout(() => notifications.hide(String(id)), ms)
    },
    onClose: () => {
      if (sort !== null) leavePlace(sort.key, id)
    },
  })
}

export default function ToastHost() {
  useEffect(() => {
    const showAll = () => useToasts.getState().drain().forEach(show)
    showAll()
    return useToasts.subscribe(showAll)
  }, [])
  return (
    <Themed>
      <Notifications
        position="top-right"
        limit={5}
        containerWidth="calc(340px * var(--text-size))"
        // Over dialogs, and under the menus of the top bar.
        zIndex={250}
        className="toasts"
        pauseResetOnHover="notification"
      />
    </Themed>
  )
}
