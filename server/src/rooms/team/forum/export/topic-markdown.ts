import type { ForumPost } from '@samudra/contract/forum'
import { utcText } from '../../../../platform/formats/pdf/head.ts'
import type { ZipEntry } from '../../../../platform/formats/zip-writer.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { ForumRoom } from '../forum.ts'
import { presentPosts } from '../posts/present-post.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { postsOfTopic } from './exported-posts.sql.ts'

/** Yields the files of an archive of a topic: its posts as markdown, and each file of a post. */
export async function* topicEntries(
  room: ForumRoom,
  topic: OpenTopicRow,
  caller: Caller,
): AsyncGenerator<ZipEntry> {
  const at = new Date(room.clock.now())
  const files: { id: string; path: string }[] = []
  yield { name: 'topic.md', at, bytes: markdownOf(room, topic, caller, files) }
  for (const { id, path } of files) {
    const [file] = await room.files.byId([id])
    if (file !== undefined) yield { name: path, at: file.at, bytes: await room.files.read(file) }
  }
}

async function* markdownOf(
  room: ForumRoom,
  topic: OpenTopicRow,
  caller: Caller,
  files: { id: string; path: string }[],
): AsyncGenerator<Uint8Array> {
  const tags = topic.tags.length === 0 ? '' : `Tags: ${topic.tags.join(', ')}\n`
  yield Buffer.from(
    `# ${topic.title}\n\nCategory: ${topic.category_name}\n${tags}Exported: ${utcText(new Date(room.clock.now()))}, for ${caller.username}, as they may see it\n`,
  )
  for await (const rows of postsOfTopic(room.db, caller, topic.id))
    for (const post of await presentPosts(room, rows, { isModerator: false })) {
      yield Buffer.from(`\n---\n\n${headOf(post)}\n\n`)
      yield Buffer.from(post.deleted_at === null ? `${post.body}\n` : '*This post was deleted.*\n')
      for (const { id, name } of post.files) {
        const path = `files/${post.number}-${id.slice(-6)}-${name.replaceAll(/[/\\]/g, '_')}`
        files.push({ id, path })
        yield Buffer.from(`\n[${name}](<${path}>)\n`)
      }
    }
}

function headOf(post: ForumPost): string {
  const reply = post.parent_number === null ? '' : `, in reply to #${post.parent_number}`
  const edited = post.edited_at === null ? '' : `, edited ${utcText(new Date(post.edited_at))}`
  return `## #${post.number} ${post.author.username}\n\n${utcText(new Date(post.created_at))}${reply}${edited}`
}
