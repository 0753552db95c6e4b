import type { MapMouseEvent } from 'maplibre-gl'
import { alarmAt, useAlarmed } from '../../../../map/alarmed.store.ts'
import type { Chart } from '../../../../map/chart/chart.ts'
import { clauseCount, useFilter } from '../../../../map/filter.store.ts'
import type { AttachedLayer } from '../../../../map/workbench/part.ts'
import { useWorkbench } from '../../../../map/workbench/workbench.store.ts'
import { alarmsOf } from './alarms.ts'
import { holdShownMarks } from './shown-marks.ts'
import { useShownMarks } from './shown.store.ts'

const NONE = { ofShip: new Map(), ofPlace: [], isFiltered: false }

/** Returns true where a filter of the user's own hides vessels; the legend's filter lets those of alerts through. */
const isFiltered = () => {
  const { filter } = useFilter.getState()
  const ofLegend = filter.expr !== undefined && filter.expr === useShownMarks.getState().filtering
  return clauseCount(filter) > Number(ofLegend)
}

/** Attaches open alerts to the layer that draws vessels, which rings them; a click on a sign shows its alert. */
export function attachAlerts(chart: Chart): AttachedLayer {
  let isVisible = false
  const draw = () =>
    useAlarmed.setState(
      isVisible ? { ...alarmsOf(useShownMarks.getState().marks), isFiltered: isFiltered() } : NONE,
    )
  const click = (event: MapMouseEvent) => {
    if (useWorkbench.getState().pointerOf !== null || event.defaultPrevented) return
    const alarm = alarmAt(event.point)
    if (alarm === null) return
    event.preventDefault()
    const { lng: lon, lat } = chart.unproject(event.point)
    useShownMarks.setState({ open: { ids: alarm.ids, lon, lat } })
  }
  chart.on('click', click)
  const stops = [
    holdShownMarks(),
    useShownMarks.subscribe((state, before) => {
      if (state.marks !== before.marks) draw()
    }),
    useFilter.subscribe(({ filter }, before) => {
      if (filter !== before.filter) draw()
    }),
    () => chart.off('click', click),
  ]
  return {
    ids: () => [],
    show: (next) => {
      isVisible = next
      draw()
    },
    remove: () => {
      for (const stop of stops) stop()
      useAlarmed.setState(NONE)
    },
  }
}
