import { useChart } from './chart.store.ts'
import { GRID_STEPS } from './grid.ts'
import { Segments } from '../../kit/forms/Segments.tsx'

/** Selects the distance between grid lines. */
export function GridStepChoice() {
  const step = useChart((state) => state.gridStep)
  return (
    <Segments
      fullWidth
      label="Grid spacing, degrees"
      data={GRID_STEPS.map((one) => ({ value: String(one), label: `${one}°` }))}
      value={String(step)}
      onChange={(value) =>
        useChart.setState({ gridStep: GRID_STEPS.find((one) => String(one) === value) ?? 5 })
      }
    />
  )
}
