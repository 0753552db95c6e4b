import { useEffect, useState } from 'react'
import { MercatorCoordinate, type MapMouseEvent } from 'maplibre-gl'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { When } from '../../../kit/text/When.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { useTrails } from './trails.store.ts'

const REACH_PX = 8
const WIDTH = 220
const HEIGHT = 88
const GAP = 14

type Found = { name: string; t: number; sog: number | null; source: string; x: number; y: number }

/** The fix of a trail under the pointer: whose, when, how fast and by whom. */
export function TrailHover({ chart }: { chart: Chart }) {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    const point = ({ point: at }: MapMouseEvent) => {
      const { pointerOf, isOnContact } = useWorkbench.getState()
      setFound(pointerOf !== null || isOnContact ? null : nearestFix(chart, at))
    }
    const leave = () => setFound(null)
    chart.on('mousemove', point)
    chart.on('mouseout', leave)
    return () => {
      chart.off('mousemove', point)
      chart.off('mouseout', leave)
    }
  }, [chart])
  if (found === null) return null
  const { x, y } = found
  const left = x + GAP + WIDTH > document.body.clientWidth - 60 ? x - GAP - WIDTH : x + GAP
  const top = y - HEIGHT - GAP < 0 ? y + GAP : y - HEIGHT - 4
  return (
    <div className="hover-popup" style={{ left, top, width: WIDTH }} role="tooltip">
      <strong>{found.name}</strong>
      <span>
        <When at={found.t} />
      </span>
      <span>
        <Quantity knots={found.sog} />
      </span>
      <span>{found.source}</span>
    </div>
  )
}

function nearestFix(chart: Chart, at: { x: number; y: number }): Found | null {
  const { trails, ships } = useTrails.getState()
  if (trails.length === 0) return null
  const here = MercatorCoordinate.fromLngLat(chart.unproject([at.x, at.y]).wrap())
  const scale = 512 * 2 ** chart.getZoom()
  const reach = REACH_PX / scale
  let [best, least]: [Found | null, number] = [null, reach * reach]
  for (const trail of trails)
    for (const [t, lat, lon, sog, , source] of trail.points) {
      const dx = (lon + 180) / 360 - here.x
      // Far away by longitude alone is far away.
      if (Math.abs(dx - Math.round(dx)) > reach) continue
      const dy = mercatorY(lat) - here.y
      const distance = (dx - Math.round(dx)) ** 2 + dy * dy
      if (distance > least) continue
      least = distance
      const name = ships.find((ship) => ship.mmsi === trail.mmsi)?.name ?? ''
      best = {
        name: name === '' ? `MMSI ${trail.mmsi}` : name,
        t,
        sog,
        source: trail.sources[source] ?? '',
        ...at,
      }
    }
  return best
}

const mercatorY = (lat: number) => {
  const sine = Math.sin((lat * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
