import { operatorBase, useChart } from './chart.store.ts'
import '../map.css'

const OWN = '© OpenStreetMap contributors (ODbL) · Natural Earth · GeoNames'
const IMAGERY = 'NASA Blue Marble'

export function Attribution() {
  const text = useChart((state) => {
    const operator = operatorBase(state)
    if (operator !== null) return `${operator.attribution} · ${OWN}`
    return state.base === 'WORLD IMAGERY' ? `${IMAGERY} · ${OWN}` : OWN
  })
  return (
    <div className="attribution">
      <b>Not for navigation</b> · {text}
    </div>
  )
}
