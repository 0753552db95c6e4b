import { useEffect, useRef } from 'react'
import type { Chart } from '../chart/chart.ts'
import { chooseFormat, useFormat } from './coordinates.store.ts'
import { COORDINATE_FORMATS, coordinateText } from './coordinates.ts'
import '../map.css'

/** Written past React: the pointer moves far more often than anything else changes. */
export function CursorPosition({ chart }: { chart: Chart }) {
  const text = useRef<HTMLSpanElement>(null)
  const format = useFormat((state) => state.format)
  const at = useRef<{ lat: number; lng: number } | null>(null)
  useEffect(() => {
    const write = () => {
      const { lat, lng } = at.current ?? chart.getCenter()
      if (text.current !== null) text.current.textContent = coordinateText(format, lat, lng)
    }
    const show = (event: { lngLat: { lat: number; lng: number } }) => {
      at.current = event.lngLat
      write()
    }
    // Without a pointer, as with keys or touch, it shows the middle of the chart.
    const leave = () => {
      at.current = null
      write()
    }
    write()
    chart.on('mousemove', show)
    chart.on('mouseout', leave)
    chart.on('move', write)
    return () => {
      chart.off('mousemove', show)
      chart.off('mouseout', leave)
      chart.off('move', write)
    }
  }, [chart, format])
  const next = COORDINATE_FORMATS[(COORDINATE_FORMATS.indexOf(format) + 1) % COORDINATE_FORMATS.length]!
  return (
    <button
      type="button"
      className="cursor-position figures"
      onClick={() => chooseFormat(next)}
      title={`Cursor position, as ${format}; click for ${next}`}
    >
      <span ref={text} aria-label="Cursor position" /> <b>{format}</b>
    </button>
  )
}
