import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { Themed } from './Themed.tsx'
import { useToasts, type Toast } from './toasts.ts'
import '@mantine/notifications/styles.css'

const COLOURS: Record<Toast['tone'], string> = {
  plain: 'var(--accent)',
  good: 'var(--good)',
  bad: 'var(--alarm)',
}

export default function ToastHost() {
  useEffect(() => {
    const showAll = () => {
      for (const { id, text, tone, ms } of useToasts.getState().drain())
        notifications.show({
          id: String(id),
          message: text,
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
