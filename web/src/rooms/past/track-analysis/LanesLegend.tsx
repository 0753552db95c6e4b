import { getLanes } from '@samudra/contract/patterns'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '../../../kit/text/quantity-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { shipColours } from '../../../map/chart/ship-colours.ts'
import { themeNow } from '../../../map/chart/theme.ts'
import { call } from '../../../wire/call.ts'

/** Shows, for each type, the number of lanes, their vessels and their age. */
export function LanesLegend() {
  const [{ base, palette }] = useState(themeNow)
  const { data, error } = useQuery({ queryKey: [getLanes.name], queryFn: () => call(getLanes, {}) })
  const { groups } = shipColours(base, palette, 'standard')
  if (error !== null)
    return (
      <p className="layer-legend" role="alert">
        {error.message}
      </p>
    )
  const lanes = (data?.features ?? []).map(({ properties }) => properties)
  const oldest = lanes.toSorted((a, b) => (a.made_at < b.made_at ? -1 : 1))[0]
  if (oldest === undefined)
    return (
      <p className="layer-legend" aria-busy={data === undefined}>
        {data === undefined ? 'Loading lanes…' : 'No lanes yet. They are computed every night.'}
      </p>
    )
  return (
    <div className="layer-legend">
      {SHIP_GROUPS.map((type, i) => {
        const own = lanes.filter((lane) => lane.ship_type === type)
        if (own.length === 0) return null
        // A ship may be on more than one.
        const ships = Math.max(...own.map((lane) => lane.ships))
        return (
          <div key={type}>
            <i className="square" style={{ background: groups[i] }} /> {type}: {countText(own.length)} lanes,
            up to {countText(ships)} vessels per lane
          </div>
        )
      })}
      <div>
        Computed <When at={oldest.made_at} /> from <When at={oldest.from} /> on
      </div>
    </div>
  )
}
