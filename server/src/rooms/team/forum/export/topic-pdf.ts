import { utcText, writeHead } from '../../../../platform/formats/pdf/head.ts'
import { Pdf } from '../../../../platform/formats/pdf/pdf.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { ForumRoom } from '../forum.ts'
import { presentPosts } from '../posts/present-post.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { postsOfTopic } from './exported-posts.sql.ts'
import { partsOf } from './markdown-tables.ts'

/** Posts of one PDF, which is made in memory. */
const MOST_POSTS = 2000
const TEXT = 10
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
      await writeText(pdf, post.body)
      pdf.gap(12)
    }
    count += left.length
    if (count >= MOST_POSTS && topic.last_number > MOST_POSTS) {
      await pdf.write(
        `The topic has more than ${MOST_POSTS} posts. Export it as Markdown to get all of them.`,
        GREY,
      )
      break
    }
  }
  return pdf.end()
}

async function writeText(pdf: Pdf, body: string) {
  for (const part of partsOf(body))
    if (part.kind === 'TABLE') await writeTable(pdf, part.rows)
    else
      for (const line of part.lines) await (line.trim() === '' ? pdf.gap(5) : pdf.write(line, { size: TEXT }))
}

/** Writes a table, its head again on each further page; a cell higher than a page loses its end. */
async function writeTable(pdf: Pdf, rows: readonly string[][]) {
  const [head = [], ...body] = rows
  const gap = 10
  const width = (pdf.width - gap * (head.length - 1)) / head.length
  const columnsOf = (cells: readonly string[], weight: 400 | 700) => {
    const most = Math.floor(pdf.room.whole / pdf.heightOf(TEXT)) - 2
    return cells.map((cell, i) => ({
      lines: pdf.column(cell, width, { size: TEXT, weight }).slice(0, most),
      x: i * (width + gap),
      width,
    }))
  }
  const headColumns = columnsOf(head, 700)
  const heightOf = (columns: typeof headColumns) =>
    Math.max(1, ...columns.map(({ lines }) => lines.length)) * pdf.heightOf(TEXT)
  const writeRow = (columns: typeof headColumns) => {
    pdf.row(columns, TEXT)
    pdf.plate(3, (plate) =>
      plate.line(
        [
          [0, 1],
          [plate.width, 1],
        ],
        '#bbbbbb',
        0.5,
      ),
    )
  }
  const first = body[0] === undefined ? 0 : heightOf(columnsOf(body[0], 400))
  if (heightOf(headColumns) + first + 6 > pdf.room.left) pdf.newPage()
  writeRow(headColumns)
  let began = performance.now()
  for (const cells of body) {
    began = await breathe(began)
    const columns = columnsOf(cells, 400)
    if (heightOf(columns) + 3 > pdf.room.left) {
      pdf.newPage()
      if (heightOf(columns) + heightOf(headColumns) + 6 <= pdf.room.left) writeRow(headColumns)
    }
    writeRow(columns)
  }
  pdf.gap(4)
}
