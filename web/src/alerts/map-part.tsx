import { later } from '../kit/later.tsx'
import { attachLater } from '../map/attach-later.ts'
import type { MapPart } from '../map/part.ts'
import { useShownMarks } from './shown.store.ts'
import './marked-alerts.css'

const AlertPopup = later(() => import('./AlertPopup.tsx').then((code) => code.AlertPopup), {
  isWanted: () => useShownMarks(({ open }) => open !== null),
})
// Most ships have none: nothing stands in its place meanwhile.
const AlertsOfShip = later(() => import('./AlertsOfShip.tsx').then((code) => code.AlertsOfShip), {
  Meanwhile: () => null,
})
const AlertsLegend = later(() => import('./AlertsLegend.tsx').then((code) => code.AlertsLegend))

/** Alerts on the map: ships ringed, those nobody has pulsing, and on the card of a ship. */
export const alertsPart: MapPart = {
  layers: [
    {
      id: 'alerts',
      label: 'Alerts',
      group: 'Events',
      note: 'A ring and a triangle; filled until somebody has it',
      isOn: true,
      isAbove: true,
      attach: attachLater(() => import('./alert-layer.ts').then((code) => code.attachAlerts), {
        mayWait: true,
      }),
      Legend: AlertsLegend,
    },
  ],
  card: [{ id: 'alerts', name: 'The alerts of the ship', place: 'top', Part: AlertsOfShip }],
  Over: AlertPopup,
}
