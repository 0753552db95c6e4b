import { create } from 'zustand'

/** Alerts of one ship or place as they are shown on the chart: as the gravest of them, new before taken. */
export type Alarm = {
  ids: readonly string[]
  /** Where it was found, degrees; for what is on no ship that is shown. */
  lon: number
  lat: number
  /** CRITICAL and HIGH, MEDIUM, and the rest. */
  weight: 'grave' | 'middling' | 'light'
  /** True until the alert is acknowledged. */
  isNew: boolean
}
type Alarmed = {
  ofShip: ReadonlyMap<number, Alarm>
  ofPlace: readonly Alarm[]
  /** A vessel missing from the picture is hidden by the filter, so its alarms are not drawn where they were raised. */
  isFiltered: boolean
}
/** Alerts that wait, where they are drawn: at ships by MMSI, and at places. */
export const useAlarmed = create<Alarmed>(() => ({ ofShip: new Map(), ofPlace: [], isFiltered: false }))

/** Number of waiting alerts that the filter hides with their vessels. */
export const useHiddenAlarms = create(() => ({ count: 0 }))

type AlarmAt = (point: { x: number; y: number }) => Alarm | null
let found: AlarmAt = () => null
/** Registers the function that returns the alert drawn at a point of the chart. */
export const showsAlarms = (alarmAt: AlarmAt) => void (found = alarmAt)
export const alarmAt: AlarmAt = (point) => found(point)
