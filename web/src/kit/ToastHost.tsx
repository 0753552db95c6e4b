import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { Themed } from './Themed.tsx'
import { useToasts, type Toast, type ToastAction } from './toasts.ts'
import '@mantine/notifications/styles.css'

const COLOURS: Record<Toast['tone'], string> = {
  plain: 'var(--accent)',
  good: 'var(--good)',
  bad: 'var(--alarm)',
}

/** A message and what one click on it does; then it has served. */
function Acting({ id, text, action }: { id: number; text: string; action: ToastAction }) {
  return (
    <>
      {text}{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          notifications.hide(String(id))
          action.act()
        }}
      >
        {action.label}
      </button>
    </>
  )
}

export default function ToastHost() {
  useEffect(() => {
    const showAll = () => {
      for (const { id, text, tone, ms, action } of useToasts.getState().drain())
        notifications.show({
          id: String(id),
          message: action === null ? text : <Acting id={id} text={text} action={action} />,
          color: COLOURS[tone],
          autoClose: ms,
          closeButtonProps: { 'aria-label': 'Close this message' },
        })
    }
    showAll()
    return useToasts.subscribe(showAll)
  }, [])
  return (
    <Themed>
      <Notifications position="top-right" limit={5} containerWidth={340} />
    </Themed>
  )
}
