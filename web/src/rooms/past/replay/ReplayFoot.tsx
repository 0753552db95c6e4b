import { Button, Popover, TextInput } from '@mantine/core'
import { saveReplayBookmark } from '@samudra/contract/replay'
import { IconAlertTriangleFilled, IconBookmark, IconCalendarTime, IconLink, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { Form } from '../../../kit/forms/Form.tsx'
import { copyText } from '../../../kit/text/copy-text.ts'
import { toast } from '../../../kit/toasts.ts'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import { viewText } from '../../../map/chart/view-text.ts'
import { openPanel } from '../../../map/workbench/workbench.store.ts'
import { now, useClock } from '../../../time/clock.store.ts'
import { useReplayed } from '../../../time/replayed.ts'
import { Timeline, type TimelineMark } from '../../../time/Timeline.tsx'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { bookmarks } from './saved-replays.ts'
import { openReplay, retryReplay } from './feed.ts'
import { writeReplayLink } from './replay-link.ts'
import { useReplay } from './replay.store.ts'
import './replay.css'

/** The controls of the replay, under the chart. */
export function ReplayFoot() {
  const { query: request, replay, fault } = useReplay()
  const navigate = useNavigate()
  const { marks, fault: unread } = useMarks()
  if (request === null)
    return (
      <footer className="replay-empty">
        Choose a period to replay.
        <Button size="xs" variant="default" onClick={() => openPanel('replay')}>
          Choose
        </Button>
      </footer>
    )
  return (
    <div className="replay-foot">
      {fault !== null && (
        <p className="replay-fault" role="alert">
          <IconAlertTriangleFilled size={14} aria-hidden /> {fault}
          <Button size="compact-xs" variant="default" onClick={retryReplay}>
            Try again
          </Button>
        </p>
      )}
      {unread !== null && (
        <p className="replay-fault" role="alert">
          <IconAlertTriangleFilled size={14} aria-hidden /> Bookmarks are not shown: {unread}
          <Button size="compact-xs" variant="default" onClick={() => void bookmarks.read()}>
            Try again
          </Button>
        </p>
      )}
      <Timeline marks={marks} density={replay?.density ?? []}>
        <FrameSign />
        <KnowledgeChoice />
        <BookmarkButton />
        <button
          type="button"
          title="Copy link to this frame"
          aria-label="Copy link to this frame"
          onClick={copyLink}
        >
          <IconLink size={16} />
        </button>
        <button
          type="button"
          title="Change period (R)"
          aria-label="Change period"
          onClick={() => openPanel('replay')}
        >
          <IconCalendarTime size={16} />
        </button>
        <button type="button" className="replay-live" onClick={() => void navigate('/home/main/map')}>
          <IconX size={14} aria-hidden /> Live
        </button>
      </Timeline>
    </div>
  )
}

/** Shows the number of contacts in the frame, and the digest that identifies it. */
function FrameSign() {
  const frame = useReplayed((state) => state.frame)
  const isStanding = useClock(({ mode }) => mode === 'FIXED')
  // Its room stays while the replay plays, so that the slider beside it keeps its width.
  if (frame === null || !isStanding) return <span className="replay-frame figures" />
  return (
    <span
      className="replay-frame figures"
      title={`Digest ${frame.digest}: this link always shows the same frame`}
      data-digest={frame.digest}
      data-at={frame.at}
    >
      {countWords(frame.contacts, 'contact')} <code>{frame.digest.slice(0, 8)}</code>
    </span>
  )
}

function KnowledgeChoice() {
  const request = useReplay((state) => state.query)
  if (request === null) return null
  return (
    <Segments
      label="Data version"
      data={[
        { value: 'AS_KNOWN', label: 'As known' },
        { value: 'CORRECTED', label: 'Corrected' },
      ]}
      value={request.knowledge}
      onChange={(value) =>
        openReplay(
          { ...request, knowledge: value === 'CORRECTED' ? 'CORRECTED' : 'AS_KNOWN', knownBy: null },
          now(),
        )
      }
    />
  )
}

/** The address of what is shown: period, instant, knowledge, filter and view. */
function linkHere(): string | null {
  const { query: request } = useReplay.getState()
  if (request === null) return null
  const search = writeReplayLink(new URLSearchParams(location.search), request, now())
  const { view } = useChart.getState()
  if (view !== null) search.set('at', viewText(view))
  return `${location.pathname}?${search.toString()}`
}

function copyLink() {
  const link = linkHere()
  if (link === null) return
  void copyText(location.origin + link)
  toast('Link copied.', 'good')
}

/** The bookmarks of the period as marks of the timeline. */
function useMarks() {
  const request = useReplay((state) => state.query)
  const { rows, fault } = useStored(bookmarks, request !== null)
  const marks = rows.flatMap(({ at, title }): TimelineMark[] => {
    const ms = Date.parse(at)
    const isIn = request !== null && ms >= request.from && ms <= request.to
    return isIn ? [{ at: ms, label: title, kind: 'bookmark' }] : []
  })
  return { marks, fault }
}

function BookmarkButton() {
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const save = useAction(async () => {
    const at = new Date(now()).toISOString()
    const link = linkHere() ?? '/home/map/replay'
    bookmarks.take(await call(saveReplayBookmark, { title, at, link, visibility: 'CENTRE' }))
    setOpen(false)
    setTitle('')
  })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <button type="button" title="Add bookmark" aria-label="Add bookmark" onClick={() => setOpen(!isOpen)}>
          <IconBookmark size={16} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Form
          className="recording-begin"
          onSubmit={(event) => {
            event.preventDefault()
            void save.run()
          }}
        >
          <TextInput
            size="xs"
            aria-label="Bookmark title"
            placeholder="Bookmark title"
            value={title}
            maxLength={120}
            error={save.fault?.message}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" disabled={title.trim() === '' || save.isBusy}>
            Save
          </Button>
        </Form>
      </Popover.Dropdown>
    </Popover>
  )
}
