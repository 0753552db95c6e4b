import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { wishExport } from '../../../map/export-wish.ts'

/** A button that offers the tracks of some ships of a period as a file. */
export function ExportTracks({ mmsis, from, to }: { mmsis: string[]; from: number; to: number }) {
  const label = mmsis.length === 1 ? `MMSI ${mmsis[0]!}` : `${mmsis.length} vessels`
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconDownload size={13} aria-hidden />}
      onClick={() => wishExport({ label, mmsis, from, to })}
    >
      Export
    </Button>
  )
}
