import { IconDownload } from '@tabler/icons-react'
import { EXPORT_PANEL, wishExport } from '../map/export-wish.ts'
import type { MapPart } from '../map/part.ts'
import { ExportPanel } from './ExportPanel.tsx'

/** Tracks as files, from the map. */
export const exchangePart: MapPart = {
  tools: [
    {
      id: EXPORT_PANEL,
      label: 'Export tracks',
      Icon: IconDownload,
      order: 85,
      hotkey: 'e',
      Panel: ExportPanel,
    },
  ],
  menu: ({ ship }) =>
    ship === null
      ? []
      : [
          {
            id: 'export-track',
            label: 'Export its track',
            Icon: IconDownload,
            section: 'Ship',
            act: () =>
              wishExport({ label: ship.name === '' ? `MMSI ${ship.mmsi}` : ship.name, mmsis: [ship.mmsi] }),
          },
        ],
}
