import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { MessageText } from '../../../../kit/messages/MessageText.tsx'
import { ObjectCards } from '../../../../map/cards/ObjectCards.tsx'
import { userName } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { discardMessage, retryMessage, type Outgoing } from '../state/outbox.ts'
import { useNames } from '../talk/ChatNames.tsx'
import { Avatar } from './Avatar.tsx'
import { ClockTime } from './ClockTime.tsx'

/** Message that is on its way, or was refused. */
export function OutgoingView({ message, isFirst }: { message: Outgoing; isFirst: boolean }) {
  const me = useChat((state) => state.me)
  const name = useChat(({ users }) => userName(users[me]))
  const isLost = useChat(({ link }) => link === 'lost')
  const { isName, isReader } = useNames()
  return (
    <article className="post" data-first={isFirst || undefined} data-state={message.state}>
      <div className="post-gutter">
        {isFirst ? <Avatar userId={me} /> : <ClockTime at={message.createAt} />}
      </div>
      <div className="post-body">
        {isFirst && (
          <header className="post-head">
            <b>{name}</b>
            <ClockTime at={message.createAt} />
          </header>
        )}
        <div className="post-message">
          <MessageText text={message.message} isName={isName} isReader={isReader} />
        </div>
        <ObjectCards cards={message.cards} />
        {message.fileIds.length > 0 && <p className="dim">{message.fileIds.length} files</p>}
        {message.state === 'SENDING' ? (
          <p className="post-state" role="status">
            <IconClock size={13} aria-hidden />
            {isLost ? 'Waiting for connection' : 'Sending'}
          </p>
        ) : (
          <p className="post-state refusal" role="alert">
            <IconAlertTriangle size={13} aria-hidden /> Not sent: {message.fault}
            <button type="button" className="link-button" onClick={() => retryMessage(message.pendingId)}>
              Retry
            </button>
            <button type="button" className="link-button" onClick={() => discardMessage(message.pendingId)}>
              Discard
            </button>
          </p>
        )}
      </div>
    </article>
  )
}
