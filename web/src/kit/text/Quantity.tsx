import { useSettings } from '../settings.ts'
import {
  angleText,
  climbText,
  countText,
  distanceText,
  feetText,
  latitudeText,
  longitudeText,
  metresText,
  speedText,
} from './quantity-text.ts'

type Quantified =
  | { knots: number | null }
  | { degrees: number | null }
  | { metres: number | null; digits?: number }
  | { distance: number }
  | { feet: number | null }
  | { feetAMinute: number | null }
  | { latitude: number }
  | { longitude: number }
  | { count: number }

/** The one place where a value gets its unit; figures keep their width, so nothing shifts while they change. */
export function Quantity(props: Quantified) {
  const unit = useSettings((settings) => settings['distance.unit'])
  return <span className="figures">{textOf(props, unit)}</span>
}

function textOf(props: Quantified, unit: Parameters<typeof distanceText>[1]): string {
  if ('knots' in props) return speedText(props.knots)
  if ('degrees' in props) return angleText(props.degrees)
  if ('metres' in props) return metresText(props.metres, props.digits)
  if ('feet' in props) return feetText(props.feet)
  if ('feetAMinute' in props) return climbText(props.feetAMinute)
  if ('distance' in props) return distanceText(props.distance, unit)
  if ('latitude' in props) return latitudeText(props.latitude)
  if ('longitude' in props) return longitudeText(props.longitude)
  return countText(props.count)
}
