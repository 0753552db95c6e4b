import { useEffect, useRef } from 'react'
import { positionText } from '../kit/quantity-text.ts'
import type { Chart } from './chart.ts'
import './map.css'

/** Written past React: the pointer moves far more often than anything else changes. */
export function CursorPosition({ chart }: { chart: Chart }) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = (event: { lngLat: { lat: number; lng: number } }) => {
      if (text.current !== null) text.current.textContent = positionText(event.lngLat.lat, event.lngLat.lng)
    }
    chart.on('mousemove', show)
    return () => void chart.off('mousemove', show)
  }, [chart])
  return <span ref={text} className="cursor-position figures" aria-label="Position under the pointer" />
}
