import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Beat } from '../../../platform/kernel/cluster/beats.ts'
import type { ChatLine } from '../../../sea/topics.ts'
import { callLine } from './call-lines.ts'
import { aged, isOver, type StoredCall } from './call-rules.ts'
import type { CallsRoom } from './calls.ts'
import { changeOpenCalls, markPosted, unpostedCalls } from './calls.sql.ts'
import { pushChanges } from './push-calls.ts'

const BEAT_MS = 1000

/** Ends what time ends: ringing, windows that are silent, users who were blocked; and posts lines of ended calls. */
export class CallSweep {
  readonly #room: CallsRoom
  readonly #post: (line: ChatLine) => Promise<void>
  /** Windows report again only once this process runs. */
  readonly #since: number
  #sweeping: Promise<void> | null = null
  #isStopped = false

  constructor(room: CallsRoom, post: (line: ChatLine) => Promise<void>) {
    this.#room = room
    this.#post = post
    this.#since = room.clock.now()
  }

  readonly beat: Beat = {
    everyMs: BEAT_MS,
    work: () => {
      if (this.#isStopped) return
      this.#sweeping ??= this.#sweep()
        .catch((error: unknown) =>
          this.#room.log.warn('calls could not be checked', { error: sentenceOf(error) }),
        )
        .finally(() => {
          this.#sweeping = null
        })
    },
  }

  async #sweep() {
    const { db, clock } = this.#room
    const now = clock.now()
    const changes = await changeOpenCalls(db, (call, barred) =>
      aged(call, { now, reachableSince: this.#since, barred }),
    )
    pushChanges(this.#room, changes)
    const ended = await unpostedCalls(db)
    if (ended.length === 0) return
    // The key of a line makes it stand once, also when this stops before they are marked.
    for (const call of ended) await this.#post(lineOf(call))
    await markPosted(
      db,
      ended.map(({ roomName }) => roomName),
    )
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sweeping
  }
}

function lineOf(call: StoredCall): ChatLine {
  const { roomName, kind, state, hostId, hostName, channelId, participants } = call
  return {
    key: `call-${roomName}`,
    type: 'system_call',
    by: { userId: hostId, username: hostName },
    channelId,
    userIds: participants.map(({ userId }) => userId),
    message: callLine(call),
    props: { call: { roomName, kind, state: isOver(call) ? state : 'ENDED' } },
  }
}
