import { createHash, createHmac } from 'node:crypto'
import { exportForumTopic, exportHeldForum } from '@samudra/contract/forum-posts'
import { zipOf } from '../../../../platform/formats/zip-writer.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { topicOrMerged } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { postsOfHeldUser } from './exported-posts.sql.ts'
import { topicEntries } from './topic-markdown.ts'
import { topicPdf } from './topic-pdf.ts'

const LINES = 'application/x-ndjson'

export const exportOps = (room: ForumRoom): Handled[] => [
  handle(exportForumTopic, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id, after: { format: input.format } })
    const topic = await topicOrMerged(room, caller, input.id)
    const name = topic.slug.slice(0, 60)
    if (input.format === 'PDF')
      return new Download({ name: `${name}.pdf`, content_type: 'application/pdf' }, [
        await topicPdf(room, topic, caller),
      ])
    return new Download(
      { name: `${name}.zip`, content_type: 'application/zip' },
      zipOf(topicEntries(room, topic, caller)),
    )
  }),
  handle(exportHeldForum, async ({ input, record }) => {
    record({ objectType: 'legal_hold', objectId: input.id, reason: input.reason })
    const hold = await room.identity.openHold(input.id)
    if (hold === undefined) throw new OperationError('NOT_FOUND', 'No legal hold is open under this id.')
    record({ after: { user_id: hold.user_id, username: hold.username } })
    return new Download(
      { name: `forum-of-${hold.username}.jsonl`, content_type: LINES },
      sealedLines(room, hold),
    )
  }),
]

/** Yields all posts of a user as lines of JSON, and last a seal: SHA-256 and signature of the lines before. */
async function* sealedLines(
  { db, sealKey }: ForumRoom,
  hold: { user_id: string; username: string; reason: string },
): AsyncGenerator<Uint8Array> {
  const [hash, signature] = [createHash('sha256'), createHmac('sha256', sealKey)]
  const sealed = (value: object) => {
    const line = Buffer.from(`${JSON.stringify(value)}\n`)
    hash.update(line)
    signature.update(line)
    return line
  }
  yield sealed({ kind: 'legal_hold', user: hold.username, reason: hold.reason })
  for await (const posts of postsOfHeldUser(db, hold.user_id))
    for (const post of posts) yield sealed({ kind: 'post', ...post })
  const seal = { kind: 'seal', sha256: hash.digest('hex'), hmac_sha256: signature.digest('hex') }
  yield Buffer.from(`${JSON.stringify(seal)}\n`)
}
