import type { Wording } from '@samudra/contract/kind'
import { useMemo } from 'react'
import { useFormat } from '../../map/coordinates/coordinates.store.ts'
import { coordinateText } from '../../map/coordinates/coordinates.ts'
import { distanceText } from './quantity-text.ts'
import { useSettings } from '../settings.ts'
import { timeText } from './time-text.ts'

/** Returns the formats of times, distances and positions of this user. */
export function useWording(): Wording {
  const style = useSettings()
  const format = useFormat((state) => state.format)
  return useMemo(
    () => ({
      time: (iso) => (iso === null ? '…' : timeText(Date.parse(iso), style)),
      distance: (metres) => distanceText(metres, style['distance.unit']),
      place: (lat, lon) => coordinateText(format, lat, lon),
    }),
    [style, format],
  )
}
