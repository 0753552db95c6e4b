import type { RuleNode } from '@samudra/contract/rules'
import { WEATHER_COMPARISONS, WEATHER_UNITS, type WeatherLayerId } from '@samudra/contract/weather'
import { cmpOptions } from './fields.ts'
import { Choice, Num } from './inputs.tsx'
import { LAYERS, type Of } from '../builder/kinds.ts'

const CMPS = cmpOptions(WEATHER_COMPARISONS)

/** Compares a layer of the weather at the vessel with a number in its unit. */
export const WeatherFields = (props: { node: Of<'weather'>; onChange: (node: RuleNode) => void }) => {
  const { node, onChange } = props
  return (
    <>
      <Choice
        label="Weather element"
        data={LAYERS}
        width={170}
        value={node.layer}
        onChange={(layer) => onChange({ ...node, layer })}
      />
      <Choice
        label="Comparison"
        data={CMPS}
        width={120}
        value={node.cmp}
        onChange={(cmp) => onChange({ ...node, cmp })}
      />
      <Num
        label="Value"
        unit={WEATHER_UNITS[node.layer as WeatherLayerId]}
        value={node.value}
        onChange={(value) => value !== undefined && onChange({ ...node, value })}
      />
    </>
  )
}
