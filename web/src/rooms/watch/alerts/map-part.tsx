import { later } from '../../../kit/pages/later.tsx'
import { attachLater } from '../../../map/chart/attach-later.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { useShownMarks } from './chart/shown.store.ts'
import './chart/marked-alerts.css'

const AlertPopup = later(() => import('./chart/AlertPopup.tsx').then((code) => code.AlertPopup), {
  isWanted: () => useShownMarks(({ open }) => open !== null),
})
// Most ships have none: nothing stands in its place meanwhile.
const AlertsOfShip = later(() => import('./chart/AlertsOfShip.tsx').then((code) => code.AlertsOfShip), {
  Meanwhile: () => null,
})
const AlertsLegend = later(() => import('./chart/AlertsLegend.tsx').then((code) => code.AlertsLegend))

/** Map part of alerts: vessels ringed, unassigned alerts pulsing, and alerts on the card of a vessel. */
export const alertsPart: MapPart = {
  layers: [
    {
      id: 'alerts',
      label: 'Alerts',
      group: 'Events',
      note: 'A ring and a triangle; filled = unassigned',
      isOn: true,
      isAbove: true,
      attach: attachLater(() => import('./chart/alert-layer.ts').then((code) => code.attachAlerts), {
        mayWait: true,
      }),
      Legend: AlertsLegend,
    },
  ],
  card: [{ id: 'alerts', name: 'Alerts of the vessel', place: 'top', Part: AlertsOfShip }],
  Over: AlertPopup,
}
