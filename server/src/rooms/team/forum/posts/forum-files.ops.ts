import { getForumFiles, uploadForumFile } from '@samudra/contract/forum-posts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { invalid, topicFor } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { filesInTopic } from './forum-files.sql.ts'
import { presentFile } from './present-post.ts'

const MB = 1024 * 1024
const MOST_FILES = 500
const NO_FILE = 'This file does not exist any more. Read the topic again.'

export const fileOps = (room: ForumRoom): Handled[] => [
  handle(uploadForumFile, ({ input, caller, bytes, record }) => {
    record({ objectType: 'forum_file' })
    return room.files.receive({ name: input.name, by: caller.userId, bytes }, async (come, keep) => {
      const most = room.settings.number('forum.max_attachment_mb')
      if (come.size === 0) throw new OperationError('BAD_FORMAT', 'The file is empty.')
      if (come.size > most * MB)
        throw new OperationError('TOO_LARGE', `A file may have ${most} MB; send a smaller one.`)
      if (come.why !== null) throw new OperationError('SCAN_BLOCKED', come.why)
      const file = await keep({})
      record({ objectId: file.id, after: { name: file.name, size: file.size } })
      return presentFile(file)
    })
  }),
  handle(getForumFiles, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id })
    const topic = await topicFor(room, caller, input.id)
    const { file_id } = input
    const named = await filesInTopic(room.db, caller, topic.id, {
      fileId: file_id ?? null,
      limit: MOST_FILES,
    })
    const files = new Map(
      (await room.files.byId(named.map(({ file_id: id }) => id))).map((file) => [file.id, file]),
    )
    const items = named.flatMap(({ file_id: id, cid, number }) => {
      const file = files.get(id)
      return file === undefined ? [] : [{ ...presentFile(file), cid, number }]
    })
    if (file_id === undefined) return new Download({ items, content: null }, [])
    const file = files.get(file_id)
    if (file === undefined) throw new OperationError('NOT_FOUND', NO_FILE)
    record({ after: { file: file.name } })
    const { name, type, size, hash: sha256 } = file
    if (input.thumbnail === true) {
      const bytes = await room.files.thumbnail(file, caller.userId)
      return new Download({ items, content: { name, type: 'image/webp', size, sha256 } }, bytes)
    }
    const from = Math.min(input.from_byte ?? 0, size)
    const to = Math.min(input.to_byte ?? size, size)
    if (from > to)
      throw invalid(
        'from_byte',
        'Check from_byte and to_byte: from_byte must come first.',
        'must not be after to_byte',
      )
    return new Download(
      { items, content: { name, type, size, sha256 } },
      await room.files.read(file, { from, to }),
    )
  }),
]
