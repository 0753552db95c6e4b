import { IconDownload } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import { EXPORT_PANEL, wishExport } from '../../../map/export-wish.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import './exchange.css'

/** Tracks as files, from the map. */
export const exchangePart: MapPart = {
  tools: [
    {
      id: EXPORT_PANEL,
      label: 'Export tracks',
      Icon: IconDownload,
      order: 85,
      hotkey: 'e',
      Panel: later(() => import('./ExportPanel.tsx').then((code) => code.ExportPanel)),
    },
  ],
  menu: ({ ship }) =>
    ship === null
      ? []
      : [
          {
            id: 'export-track',
            label: 'Export track',
            Icon: IconDownload,
            section: 'Ship',
            act: () =>
              wishExport({ label: ship.name === '' ? `MMSI ${ship.mmsi}` : ship.name, mmsis: [ship.mmsi] }),
          },
        ],
}
