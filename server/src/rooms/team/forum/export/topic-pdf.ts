import { utcText, writeHead } from '../../../../platform/formats/pdf/head.ts'
import { Pdf } from '../../../../platform/formats/pdf/pdf.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { ForumRoom } from '../forum.ts'
import { presentPosts } from '../posts/present-post.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { postsOfTopic } from './exported-posts.sql.ts'

/** Posts of one PDF, which is made in memory. */
const MOST_POSTS = 2000
const GREY = { size: 9, colour: '#555555' }

/** Returns a topic as a PDF: head, and each post with its author, time, text and names of files. */
export async function topicPdf(room: ForumRoom, topic: OpenTopicRow, caller: Caller): Promise<Uint8Array> {
  const at = new Date(room.clock.now())
  const pdf = new Pdf({ title: topic.title, at, foot: `Samudra forum, ${topic.category_name}` })
  await writeHead(pdf, { title: topic.title, asOf: at, caller: caller.username })
  let count = 0
  for await (const rows of postsOfTopic(room.db, caller, topic.id)) {
    const left = rows.slice(0, MOST_POSTS - count)
    for (const post of await presentPosts(room, left, { isModerator: false })) {
      const edited = post.edited_at === null ? '' : ', edited'
      await pdf.write(`#${post.number}  ${post.author.username}`, { size: 11, weight: 700 })
      await pdf.write(`${utcText(new Date(post.created_at))}${edited}`, GREY)
      if (post.files.length > 0)
        await pdf.write(
          `Files: ${post.files.map(({ name, size }) => `${name} (${size} bytes)`).join(', ')}`,
          GREY,
        )
      pdf.gap(4)
      if (post.deleted_at !== null) await pdf.write('This post was deleted.', GREY)
      for (const line of post.body.split('\n'))
        await (line.trim() === '' ? pdf.gap(5) : pdf.write(line, { size: 10 }))
      pdf.gap(12)
    }
    count += left.length
    if (count >= MOST_POSTS && topic.last_number > MOST_POSTS) {
      await pdf.write(
        `The topic goes on for more than ${MOST_POSTS} posts. Export it as markdown to have all of them.`,
        GREY,
      )
      break
    }
  }
  return pdf.end()
}
