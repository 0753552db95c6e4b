import { NumberInput } from '@mantine/core'
import { inUnit, ofUnit, unitShort } from '../text/quantity-text.ts'
import { useSettings } from '../settings.ts'

type Props = {
  label: string
  metres: number
  /** Metres. */
  min: number
  max: number
  onChange: (metres: number) => void
}

/** A distance over the sea, typed in the unit of the user. */
export function DistanceInput({ label, metres, min, max, onChange }: Props) {
  const unit = useSettings((settings) => settings['distance.unit'])
  const shown = (value: number) => Number(inUnit(value, unit).toFixed(2))
  return (
    <NumberInput
      size="xs"
      label={`${label}, ${unitShort(unit)}`}
      min={shown(min)}
      max={shown(max)}
      value={shown(metres)}
      onChange={(value) => {
        // The shown value is rounded, so only typed values are taken.
        if (typeof value === 'number' && value > 0 && value !== shown(metres)) onChange(ofUnit(value, unit))
      }}
    />
  )
}
