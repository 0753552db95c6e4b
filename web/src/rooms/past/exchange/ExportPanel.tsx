import { Form } from '../../../kit/forms/Form.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { isoOf, periodFault, wholeMinute } from '../../../kit/text/time-text.ts'
import { Button, Select } from '@mantine/core'
import { createExport, getExport, TRACK_FORMATS, type TrackFormat } from '@samudra/contract/exchange'
import { isAdministrator } from '@samudra/contract/identity'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { toast } from '../../../kit/toasts.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { useExportWish } from '../../../map/export-wish.ts'
import { now } from '../../../time/clock.ts'
import { call, chooseFile, download } from '../../../wire/call.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { useSession } from '../../../wire/session.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { sizeText } from './sizes.ts'

const FORMATS: Record<TrackFormat, string> = {
  CSV: 'CSV, one row per position',
  GEOJSON: 'GeoJSON, one point per position',
  KML: 'KML with times, for Google Earth',
  GPX: 'GPX, one track per vessel',
  NMEA: 'NMEA sentences with tag blocks',
}
const DAY_MS = 86_400_000
/** The last minute belongs to the period. */
const MINUTE_MS = 60_000

/** Tracks as a file: of ships, of an area, or of what lies in the view. */
export function ExportPanel({ chart }: { chart: Chart }) {
  const wish = useExportWish((state) => state.wish)
  const isAdmin = useSession((state) => state.user !== null && isAdministrator(state.user.role))
  return (
    <>
      <p className="export-subject">
        Tracks of <b>{wish === null ? 'all vessels in view' : wish.label}</b>
        {wish !== null && (
          <button
            type="button"
            className="link-button"
            onClick={() => useExportWish.setState({ wish: null })}
          >
            Export all vessels in view instead
          </button>
        )}
      </p>
      <ExportForm key={JSON.stringify(wish)} chart={chart} />
      {isAdmin && (
        <p className="export-note">
          <Link className="link-button" to="/home/settings/imports">
            Import tracks from a file
          </Link>
        </p>
      )}
    </>
  )
}

function ExportForm({ chart }: { chart: Chart }) {
  const wish = useExportWish((state) => state.wish)
  const [format, setFormat] = useState<TrackFormat>('CSV')
  const [from, setFrom] = useState<number | null>(() => wholeMinute(wish?.from ?? now() - DAY_MS))
  const [to, setTo] = useState<number | null>(() => wholeMinute((wish?.to ?? now()) + MINUTE_MS))
  const fetching = useRef<AbortController | null>(null)
  const [written, setWritten] = useState(0)
  const { run, isBusy, fault } = useAction(async () => {
    const period = { from: isoOf(from) ?? '', to: isoOf(to) ?? '' }
    const whose = wish?.mmsis !== undefined ? { mmsis: wish.mmsis } : { area: wish?.area ?? viewOf(chart) }
    const { signal } = (fetching.current = new AbortController())
    setWritten(0)
    try {
      const { id, name } = await call(createExport, { format, ...period, ...whose }, { signal })
      const size = await fetchInto(id, await chooseFile(name), signal, setWritten)
      toast(`${name}, ${sizeText(size)}`, 'good')
    } catch (error) {
      if (!signal.aborted && (error as Error).name !== 'AbortError') throw error
    }
  })
  const why = periodFault(from, to)
  return (
    <Form
      className="export-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
    >
      <Select
        size="xs"
        label="Format"
        allowDeselect={false}
        data={TRACK_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
        value={format}
        onChange={(value) => value !== null && setFormat(value)}
      />
      <div className="export-period">
        <TimeField size="xs" label="From" required value={from} onChange={setFrom} />
        <TimeField size="xs" label="To" required value={to} error={why} onChange={setTo} />
      </div>
      <p className="refusal" role="alert">
        {fault?.message}
      </p>
      <div className="export-acts">
        <ActionButton type="submit" size="xs" isBusy={isBusy} disabled={why !== null}>
          Download
        </ActionButton>
        {isBusy && written > 0 && <output>{sizeText(written)} written</output>}
        {isBusy && (
          <Button size="xs" variant="default" onClick={() => fetching.current?.abort()}>
            Cancel
          </Button>
        )}
      </div>
      <p className="export-note">
        The file contains only data that you may see. CSV and GeoJSON can be imported again without loss,
        except for the time of arrival. NMEA does not separate two vessels with one MMSI. KML and GPX hold
        vessel, time, position, speed, course and source.
      </p>
    </Form>
  )
}

/** Fetches an export into the file chosen, or hands it to the browser whole; returns its size in bytes. */
async function fetchInto(
  id: string,
  file: FileSystemFileHandle | null,
  signal: AbortSignal,
  shown: (bytes: number) => void,
): Promise<number> {
  if (file === null) {
    const { data, bytes } = await download(getExport, { id }, { signal })
    saveFile(data.name, data.content_type, bytes)
    return bytes.length
  }
  let size = 0
  const into = { file, reported: (bytes: number) => shown((size = bytes)) }
  await call(getExport, { id }, { signal, into })
  return size
}

/** The view as an area, no wider than the world. */
function viewOf(chart: Chart): ZoneGeometry {
  const bounds = chart.getBounds()
  const west = bounds.getWest()
  const east = Math.min(bounds.getEast(), west + 360)
  const [south, north] = [Math.max(-89, bounds.getSouth()), Math.min(89, bounds.getNorth())]
  const shift = Math.round((west + east) / 2 / 360) * 360
  const [w, e] = [west - shift, east - shift].map((lon) => Math.max(-180, Math.min(180, lon))) as [
    number,
    number,
  ]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [w, south],
        [e, south],
        [e, north],
        [w, north],
        [w, south],
      ],
    ],
  }
}
