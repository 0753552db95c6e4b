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
  const waiting = useToasts((state) => state.waiting)
  const drain = useToasts((state) => state.drain)
  useEffect(() => {
    for (const { id, text, tone, ms } of drain())
      notifications.show({ id: String(id), message: text, color: COLOURS[tone], autoClose: ms })
  }, [waiting, drain])
  return (
    <Themed>
      <Notifications position="top-right" limit={5} containerWidth={340} />
    </Themed>
  )
}
