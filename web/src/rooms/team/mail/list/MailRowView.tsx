import type { MailRow } from '@samudra/contract/mail'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconClockHour4,
  IconExclamationMark,
  IconMapPin,
  IconPaperclip,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { MailTime } from '../MailTime.tsx'
import { isUnread, peopleOf, subjectOf } from '../mail-text.ts'

export type RowActions = {
  onOpen: (row: MailRow) => void
  onToggle: (row: MailRow) => void
  onRange: (row: MailRow) => void
  onStar: (row: MailRow) => void
  onDrag: (row: MailRow) => void
  onDragEnd: () => void
}
type Props = { row: MailRow; folder: string; isOpen: boolean; isMarked: boolean; actions: RowActions }

/** One mail or conversation of a list. */
export function MailRowView({ row, folder, isOpen, isMarked, actions }: Props) {
  const people = peopleOf(row, folder)
  return (
    <div
      className="mail-row"
      role="row"
      aria-selected={isMarked}
      data-open={isOpen || undefined}
      data-marked={isMarked || undefined}
      data-unread={isUnread(row) || undefined}
      data-id={row.id}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', subjectOf(row))
        actions.onDrag(row)
      }}
      onDragEnd={actions.onDragEnd}
      onClick={(event) => {
        if (event.shiftKey) actions.onRange(row)
        else if (event.ctrlKey || event.metaKey) actions.onToggle(row)
        else actions.onOpen(row)
      }}
    >
      <span role="gridcell" className="mail-row-mark">
        <input
          type="checkbox"
          aria-label={`Select ${subjectOf(row)}`}
          checked={isMarked}
          onClick={(event) => {
            event.stopPropagation()
            if (event.shiftKey) actions.onRange(row)
            else actions.onToggle(row)
          }}
          onChange={() => undefined}
        />
      </span>
      <span role="gridcell" className="mail-row-text">
        <span className="mail-row-top">
          <span className="mail-row-people">
            {people}
            {row.conversation.count > 1 && (
              <span className="mail-row-count" title={`${row.conversation.count} mails`}>
                {row.conversation.count}
              </span>
            )}
          </span>
          <Signs row={row} />
          <MailTime at={row.at} />
        </span>
        {/* Reached by keyboard; a click anywhere on the row does the same. */}
        <button type="button" className="mail-row-subject" aria-current={isOpen || undefined}>
          {isUnread(row) && <span className="visually-hidden">Unread: </span>}
          {subjectOf(row)}
          <span className="visually-hidden">, {people}</span>
        </button>
        <span className="mail-row-preview">{row.preview}</span>
      </span>
      <span role="gridcell">
        <button
          type="button"
          className="icon-button mail-row-star"
          aria-label={row.starred ? 'Remove the star' : 'Star'}
          aria-pressed={row.starred}
          onClick={(event) => {
            event.stopPropagation()
            actions.onStar(row)
          }}
        >
          {row.starred ? <IconStarFilled size={15} aria-hidden /> : <IconStar size={15} aria-hidden />}
        </button>
      </span>
    </div>
  )
}

/** Small signs of a row, each with its words. */
function Signs({ row }: { row: MailRow }) {
  return (
    <span className="mail-row-signs">
      {row.state === 'QUEUED' && (
        <Sign Icon={IconClockHour4} words={row.send_at === null ? 'Being sent' : 'Sent later'} />
      )}
      {row.state === 'FAILED' && <Sign Icon={IconAlertTriangle} words="Not delivered" tone="bad" />}
      {row.suspicious && <Sign Icon={IconAlertTriangle} words="Check the sender" tone="bad" />}
      {row.priority === 'HIGH' && <Sign Icon={IconExclamationMark} words="High priority" tone="bad" />}
      {row.flags.includes('ANSWERED') && <Sign Icon={IconArrowBackUp} words="Answered" />}
      {row.links_count > 0 && <Sign Icon={IconMapPin} words="Refers to objects" />}
      {row.has_attachments && <Sign Icon={IconPaperclip} words="Attachments" />}
      {row.flags.includes('TASK') && <span className="mail-chip">Task</span>}
      {row.flags.includes('IMPORTANT') && <span className="mail-chip">Important</span>}
    </span>
  )
}

function Sign({ Icon, words, tone }: { Icon: typeof IconStar; words: string; tone?: 'bad' }) {
  return (
    <span title={words} data-tone={tone}>
      <Icon size={14} stroke={1.7} aria-hidden />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
