import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Chart } from './chart.ts'

type Props = {
  chart: Chart
  lon: number
  lat: number
  label: string
  /** Leaves the focus where it is: for what opens by the way. */
  isQuiet?: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows content beside a place and moves with the place. Escape closes it. */
export function Anchored({ chart, lon, lat, label, isQuiet = false, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const put = () => {
      const element = box.current
      if (element === null) return
      const at = chart.project([lon, lat])
      const { clientWidth: width, clientHeight: height } = chart.getContainer()
      // Inside the chart as far as it has room, above the place or below it.
      const left = Math.max(60, Math.min(width - element.offsetWidth - 60, at.x - element.offsetWidth / 2))
      const above = at.y - element.offsetHeight - 12
      const top = above > 50 ? above : Math.min(height - element.offsetHeight - 50, at.y + 14)
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(50, top))}px)`
      const isAway = at.x < 0 || at.y < 0 || at.x > width || at.y > height
      element.style.visibility = isAway ? 'hidden' : 'visible'
    }
    put()
    chart.on('move', put)
    chart.on('resize', put)
    const size = new ResizeObserver(put)
    if (box.current !== null) size.observe(box.current)
    // So that Escape reaches it, and Tab goes on inside.
    if (!isQuiet) box.current?.focus({ preventScroll: true })
    return () => {
      chart.off('move', put)
      chart.off('resize', put)
      size.disconnect()
    }
  }, [chart, lon, lat, isQuiet])
  return (
    <div
      ref={box}
      className="anchored"
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <button
        type="button"
        className="icon-button anchored-close"
        aria-label="Close"
        title="Close"
        onClick={onClose}
      >
        <IconX size={15} />
      </button>
      {children}
    </div>
  )
}
