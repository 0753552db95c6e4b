/**
 * Mail: lists, opens and searches a folder of 100,000 mails through the calls of the server, beside a second mailbox of as
 * many. `npm run bench -- mail [--mails=100000] [--rounds=60]`
 */
import { getMail, getMails } from '@samudra/contract/mail-calls'
import { sql } from 'kysely'
import { query } from '../server/src/platform/needs/query.ts'
import { callerOf } from '../server/testing/servers/caller-of.ts'
import { benchServer } from './bench-server.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const MAILS = Number(option('mails', sized('100000', '5000')))
const ROUNDS = Number(option('rounds', sized('60', '10')))

const { port, db, close } = await benchServer('mail')

/** Fills two inboxes: one mail in ten has `anchorage`, one in a thousand `collision`; four are one conversation. */
async function fill(): Promise<void> {
  for (const mailbox of [
    sql`(select id from users where username = 'admin')`,
    sql`'01ARZ3NDEKTSV4RRFFQ69G5FAV'`,
  ])
    await sql`
      insert into mail_messages (id, mailbox, uid, folder, raw_hash, size, message_id, conversation_id, sender, recipients,
        subject, preview, at, sent_at, received_at, state, is_seen, search_text)
      select upper(substr(md5(b.mailbox || i), 1, 26)), b.mailbox, i, 'Inbox', md5(i::text), 2000, '<' || i || '@x>',
        'c' || i / 4, jsonb_build_object('name', 'Member ' || i % 200, 'address', 'member' || i % 200 || '@x.example', 'mailbox', null),
        '{"to": [{"name": "", "address": "watch@x.example", "mailbox": null}], "cc": [], "bcc": [], "replyTo": []}',
        'Report ' || i, 'Convoy passes the reporting line', now() - i * interval '1 minute', now(), now(), 'RECEIVED', i % 3 > 0,
        'xfMember xtwatch xsReport Member watch@x.example Report ' || (select string_agg('word' || (i * 31 + k * 977) % 20000, ' ') from generate_series(1, 150) k)
          || case when i % 10 = 0 then ' anchorage' else '' end || case when i % 1000 = 0 then ' collision' else '' end
      from (select ${mailbox} as mailbox) b, generate_series(1, ${MAILS}) i`.execute(query(db))
  await sql`insert into mail_bodies (raw_hash, body_html, body_text)
    select md5(i::text), repeat('<p>Convoy passes the reporting line</p>', 200), 'x' from generate_series(1, ${MAILS}) i`.execute(
    query(db),
  )
  await sql`vacuum analyze mail_messages`.execute(query(db))
}

/** Returns p50 and p95 of some calls, ms. */
async function timed(work: (round: number) => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await work(round)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

try {
  await fill()
  const call = await callerOf(`http://127.0.0.1:${port}`)
  const found = async (input: Parameters<typeof call<object, unknown>>[1]) =>
    (await call(getMails, input as never)).items
  const rows = await found({ limit: 500 })
  let cursor: string | undefined
  const results = {
    'first page': await timed(() => found({})),
    'first page, conversations': await timed(() => found({ threaded: true })),
    'unread only': await timed(() => found({ unread: true })),
    'next pages': await timed(async () => {
      const page = await call(getMails, { limit: 50, ...(cursor === undefined ? {} : { cursor }) })
      cursor = page.next ?? undefined
    }),
    open: await timed((round) => call(getMail, { id: rows[round % rows.length]!.id })),
    'search, common word': await timed(() => found({ q: 'anchorage' })),
    'search, rare word': await timed(() => found({ q: 'collision' })),
    'search, beginning of words': await timed((round) => found({ q: `word${100 + round}*` })),
    'search, beginning of most words': await timed(() => found({ q: 'word1*' })),
    'search, beginning in no late mail': await timed((round) => found({ q: `coll* word${1000 + round}` })),
    'search, no mail': await timed(() => found({ q: 'nosuchword' })),
    'search, sender and two words': await timed((round) =>
      found({ q: `from:member report anchorage word${round}` }),
    ),
  }
  printTable(
    `${whole(MAILS)} mails in the inbox, ms`,
    ['', 'p50', 'p95'],
    Object.entries(results).map(([name, { p50, p95 }]) => [name, p50.toFixed(1), p95.toFixed(1)]),
  )
  const worst = (begin: string) =>
    Math.max(...Object.entries(results).flatMap(([name, { p95 }]) => (name.startsWith(begin) ? [p95] : [])))
  printTarget('list p95, ms', Math.max(worst('first'), worst('unread'), worst('next')), { below: 100 })
  printTarget('open p95, ms', worst('open'), { below: 100 })
  printTarget('search p95, ms', worst('search'), { below: 300 })
} finally {
  await close()
}
