import { BASES, useChart } from './chart.store.ts'
import '../map.css'

export function BaseSwitch() {
  const base = useChart((state) => state.base)
  const chooseBase = useChart((state) => state.chooseBase)
  return (
    <div className="base-switch" role="group" aria-label="Base layer">
      {BASES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === base}
          onClick={() => chooseBase(one)}
          title={`Base layer ${one} (B: next layer)`}
        >
          {one}
        </button>
      ))}
    </div>
  )
}
