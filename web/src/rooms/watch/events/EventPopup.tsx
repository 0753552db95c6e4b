import { REPORTED_EVENT_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import { CATEGORY_LOOKS, eventTypeOf } from '@samudra/contract/event-types'
import { removeVesselEventsAndDisasters, type EventFile, type VesselEvent } from '@samudra/contract/events'
import { getEventFile, getEventFilePreview, getEventFileThumbnail } from '@samudra/contract/events'
import { IconDownload, IconMap2 } from '@tabler/icons-react'
import { Questioned } from '../../../kit/forms/QuestionButton.tsx'
import { FetchedImage } from '../../../kit/pages/FetchedImage.tsx'
import { toast } from '../../../kit/toasts.ts'
import { When } from '../../../kit/text/When.tsx'
import { Anchored } from '../../../map/chart/Anchored.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { TeamButtons } from '../../../kit/share/TeamButtons.tsx'
import { SaveEvidence } from '../../../map/chart/SaveEvidence.tsx'
import { showShip } from '../../../map/workbench/workbench.store.ts'
import { call, download } from '../../../wire/call.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { judge } from './event-input.ts'
import { middleOf } from './event-layers.ts'
import { EventMark } from './EventMark.tsx'
import { drawPreview, events, openEvent, useEvents, writeEvent } from './events.store.ts'

const CONFIDENCE = ['', 'low', 'moderate', 'high', 'very high']

/** The event that was clicked; it goes when the event does. */
export function EventPopup({ chart }: { chart: Chart }) {
  const open = useEvents((state) => state.open)
  const event = events.use(({ byId }) => (open === null ? undefined : byId.get(open)))
  if (event === undefined) return null
  const [lon, lat] = middleOf(event)
  return (
    <Anchored
      key={event.id}
      chart={chart}
      lon={lon}
      lat={lat}
      label={event.title}
      onClose={() => openEvent(null)}
    >
      <h3>
        <EventMark category={event.category} /> {event.title}
      </h3>
      <p className="dim">
        {eventTypeOf(event.type)?.label ?? event.type} · {CATEGORY_LOOKS[event.category].label}
      </p>
      <p>
        {REPORTED_EVENT_LABELS[event.status]} · severity {event.severity.toLowerCase()}
        {event.confidence !== null && ` · confidence ${CONFIDENCE[event.confidence] ?? ''}`}
      </p>
      <p>
        <When at={event.start_at} />
        {event.end_at !== null && (
          <>
            {' to '}
            <When at={event.end_at} />
          </>
        )}
        <br />
        Reported <When at={event.created_at} />
      </p>
      {event.text !== '' && <p className="event-text">{event.text}</p>}
      {event.mmsis.length > 0 && (
        <p>
          Vessels:{' '}
          {event.mmsis.map((mmsi) => (
            <button
              key={mmsi}
              type="button"
              className="link-button"
              onClick={() => showShip({ mmsi, split: 0 })}
            >
              {mmsi}
            </button>
          ))}
        </p>
      )}
      {event.files.length > 0 && <Files files={event.files} />}
      {event.revisions.map((one) => (
        <p key={one.at} className="dim">
          Revised <When at={one.at} /> by {one.by}: {one.why}
        </p>
      ))}
      <p className="dim">
        By {event.owner}, version {event.version}
      </p>
      <Acts event={event} />
      <SaveEvidence kind="event" id={event.id} />
      <TeamButtons card={{ kind: 'event', id: event.id, label: event.title }} />
    </Anchored>
  )
}

function Files({ files }: { files: readonly EventFile[] }) {
  const fetch = async (file: EventFile) => {
    const { data, bytes } = await download(getEventFile, { id: file.id })
    saveFile(data.name, data.content_type, bytes)
  }
  const draw = async (file: EventFile) => {
    const { rows, errors } = await call(getEventFilePreview, { id: file.id })
    if (rows.length === 0) throw new Error(errors[0]?.why ?? 'This file has no shapes.')
    drawPreview({ name: file.name, rows })
  }
  const notify = (error: Error) => toast(error.message, 'bad')
  return (
    <ul className="event-files">
      {files.map((file) => (
        <li key={file.id}>
          {file.type.startsWith('image/') && <Thumbnail file={file} />}
          <span>{file.name}</span>
          {file.is_map && (
            <button
              type="button"
              className="icon-button"
              aria-label={`Show ${file.name} on the map`}
              title="Show on the map"
              onClick={() => void draw(file).catch(notify)}
            >
              <IconMap2 size={15} />
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={`Save ${file.name}`}
            title="Save the file"
            onClick={() => void fetch(file).catch(notify)}
          >
            <IconDownload size={15} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Shows the thumbnail of a picture, if there is one. */
const Thumbnail = ({ file: { id, name } }: { file: EventFile }) => (
  <FetchedImage
    of={[getEventFileThumbnail.name, id]}
    read={() => download(getEventFileThumbnail, { id })}
    alt={name}
    instead={null}
  />
)

function Acts({ event }: { event: VesselEvent }) {
  const judging = useAction(async (status: 'CONFIRMED' | 'DISPUTED') => {
    await judge(event, status)
  })
  const isOpen = event.status === 'DETECTED' || event.status === 'REVISED'
  return (
    <>
      <p className="refusal" role="alert">
        {judging.fault?.message ?? ''}
      </p>
      <div className="event-buttons">
        {isOpen && (
          <>
            <Button size="compact-xs" loading={judging.isBusy} onClick={() => void judging.run('CONFIRMED')}>
              Confirm
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              disabled={judging.isBusy}
              onClick={() => void judging.run('DISPUTED')}
            >
              Dispute
            </Button>
          </>
        )}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => writeEvent({ kind: 'change', event, late: true })}
        >
          Late data…
        </Button>
        {event.mine && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => writeEvent({ kind: 'change', event, late: false })}
            >
              Change…
            </Button>
            <Questioned
              question={{
                title: `Remove ${event.title}?`,
                text: 'It is removed for all users. Its content and the reason stay in the record.',
                act: 'Remove',
                needsReason: true,
                isGrave: true,
              }}
              act={async (reason) => {
                await call(removeVesselEventsAndDisasters, { id: event.id, reason })
                openEvent(null)
              }}
              renderButton={(ask) => (
                <Button size="compact-xs" variant="default" onClick={ask}>
                  Remove…
                </Button>
              )}
            />
          </>
        )}
      </div>
    </>
  )
}
