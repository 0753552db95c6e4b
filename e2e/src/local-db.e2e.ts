// Rooms: picture, areas
import path from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Centre } from './a-centre.ts'

const root = path.resolve(import.meta.dirname, '../..')
let centre: Centre
let bundle = ''
beforeAll(async () => {
  centre = new Centre(['--sim', 'none'])
  await centre.start()
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'web/src/store/local-db.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'store',
  })
  bundle = outputFiles[0]!.text
})
afterAll(() => centre.close())

/** A page of the server that holds nothing but the database's code. */
async function aPage(like?: Page): Promise<Page> {
  const page = like === undefined ? await centre.page() : await like.context().newPage()
  await page.goto(`${centre.base}/healthz`)
  await page.evaluate(bundle.replace('var store', 'globalThis.store'))
  return page
}
/** Runs statements in the page; `db` is a connected database unless they make their own. */
const run = <T>(page: Page, statements: string) => page.evaluate<T>(`(async () => {${statements}})()`)
const CONNECT = 'const db = globalThis.db = new store.LocalDb(globalThis.reported); await db.connect();'
const RAW = `const open = (version, upgrade) => new Promise((resolve, reject) => {
  const asked = indexedDB.open('ifc_ior_db', version)
  asked.onupgradeneeded = () => upgrade?.(asked.result)
  asked.onsuccess = () => resolve(asked.result)
  asked.onerror = () => reject(asked.error)
});`

test('name, version and stores are those of the specification, and saved data return', async () => {
  const page = await aPage()
  await run(
    page,
    `${CONNECT} db.keep({ ui: { open: true } }); await db.geojson.put('eez', { type: 'FeatureCollection' }); await db.flush(); db.close()`,
  )
  const found = await run(
    page,
    `${RAW} const raw = await open(); const stores = [...raw.objectStoreNames]; const { version, name } = raw; raw.close();
     ${CONNECT} return { name, version, stores, ui: db.state.ui, eez: await db.geojson.get('eez'), names: await db.geojson.names() }`,
  )
  expect(found).toEqual({
    name: 'ifc_ior_db',
    version: 7,
    stores: ['geojson', 'reduxStore'],
    ui: { open: true },
    eez: { type: 'FeatureCollection' },
    names: ['eez'],
  })
  await page.close()
})

test('the three error texts are those of the specification', async () => {
  const page = await aPage()
  const texts = await run(
    page,
    `const texts = []; const reported = (error) => texts.push(error.message);
     const db = new store.LocalDb(); try { db.keep({}) } catch (error) { reported(error) }
     try { new store.LocalDb() } catch (error) { reported(error) }
     indexedDB.open = () => { throw new Error('no') }; await db.connect().catch(reported); return texts`,
  )
  expect(texts).toEqual([
    'No DB index DB connection',
    'DB Instance already exists',
    'Failed To Connect To Db',
  ])
  await page.close()
})

test.each([
  ['of version 3', `(await open(3, (raw) => raw.createObjectStore('old'))).close()`],
  ['of version 7 with other stores', `(await open(7, (raw) => raw.createObjectStore('other'))).close()`],
  ['of a later version', `(await open(9, (raw) => raw.createObjectStore('later'))).close()`],
  [
    'with a record that makes no sense',
    `const raw = await open(7, (made) => { made.createObjectStore('geojson', { keyPath: 'name' }); made.createObjectStore('reduxStore', { keyPath: 'key' }) });
     raw.transaction('reduxStore', 'readwrite').objectStore('reduxStore').put({ key: 'store', payload: 7 }); raw.close()`,
  ],
])('a database %s ends as a clean one that works', async (_, make) => {
  const page = await aPage()
  const found = await run(
    page,
    `${RAW} ${make}; ${CONNECT} const before = { ...db.state }; db.keep({ a: 1 }); await db.flush(); return { before, after: db.state, names: await db.geojson.names() }`,
  )
  expect(found).toEqual({ before: {}, after: { a: 1 }, names: [] })
  await page.close()
})

test('a hundred changes are one or two writes, and the last is written when the page goes', async () => {
  const page = await aPage()
  const writes = await run<number>(
    page,
    `${CONNECT} for (let n = 0; n < 100; n++) { db.keep({ n }); await new Promise((resolve) => setTimeout(resolve, 5)) }
     await new Promise((resolve) => setTimeout(resolve, 600)); const { writes } = db; db.keep({ n: 'last' }); return writes`,
  )
  expect(writes).toBeLessThanOrEqual(3)
  await page.goto(`${centre.base}/logo.svg`)
  const again = await aPage(page)
  expect(await run(again, `${CONNECT} return db.state.n`)).toBe('last')
  await page.close()
})

test('another tab that deletes or upgrades the database is not held up, and this one goes on', async () => {
  const page = await aPage()
  await run(page, `${CONNECT} db.keep({ a: 1 }); await db.flush()`)
  const other = await aPage(page)
  const isFree = await run<boolean>(
    other,
    `return new Promise((resolve) => { const asked = indexedDB.deleteDatabase('ifc_ior_db'); asked.onsuccess = () => resolve(true); asked.onblocked = () => setTimeout(() => resolve(false), 2000) })`,
  )
  expect(isFree).toBe(true)
  await page.waitForTimeout(300)
  expect(await run(page, `db.keep({ b: 2 }); await db.flush(); return db.state`)).toEqual({ a: 1, b: 2 })
  const third = await aPage(page)
  expect(await run(third, `${CONNECT} return db.state`)).toEqual({ a: 1, b: 2 })
  await page.close()
})

test('when the browser is out of room, the oldest shapes are removed first, with a report', async () => {
  const page = await aPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: centre.base, quotaSize: 6_000_000 })
  const found = await run<{ names: string[]; received: string[]; stored: unknown }>(
    page,
    `const reported = []; globalThis.reported = { onQuota: (removed) => reported.push(...removed) }; ${CONNECT}
     const random = () => Array.from({ length: 16 }, () => crypto.getRandomValues(new Uint8Array(65536)));
     for (let n = 0; n < 12; n++) { await db.geojson.put('shape' + n, random()); await new Promise((resolve) => setTimeout(resolve, 5)) }
     db.keep({ mine: 1 }); await db.flush();
     return { names: await db.geojson.names(), received: reported, stored: db.state }`,
  )
  expect(found.received).toContain('shape0')
  expect(found.names).toContain('shape11')
  expect(found.names).not.toContain('shape0')
  expect(found.stored).toEqual({ mine: 1 })
  await page.close()
})

test('a state of 20 MB comes back whole', async () => {
  const page = await aPage()
  await run(
    page,
    `${CONNECT} db.keep({ ais: Array.from({ length: 20000 }, (_, n) => ({ mmsi: 419000000 + n, name: 'VESSEL '.repeat(146) + n })) }); await db.flush(); db.close()`,
  )
  const { count, bytes } = await run<{ count: number; bytes: number }>(
    page,
    `${CONNECT} return { count: db.state.ais.length, bytes: JSON.stringify(db.state).length }`,
  )
  expect(count).toBe(20_000)
  expect(bytes).toBeGreaterThan(20_000_000)
  await page.close()
})

test('when a later version takes the database, this tab works on and reports no fault', async () => {
  const page = await aPage()
  await run(page, `${CONNECT} db.keep({ a: 1 }); await db.flush()`)
  const other = await aPage(page)
  await run(other, `${RAW} (await open(9)).close()`)
  await page.waitForTimeout(300)
  expect(await run(page, `db.keep({ b: 2 }); await db.flush(); return db.state`)).toEqual({ a: 1, b: 2 })
  expect(await run(page, `return db.geojson.get('eez').then(() => '', (error) => error.message)`)).toBe(
    'No DB index DB connection',
  )
  await page.close()
})

test('after a logout no secret is left on the disk, sealed or not', async () => {
  const page = await aPage()
  const found = await run<{ held: string | null; after: unknown }>(
    page,
    `${CONNECT} await db.keepSecret('token', 'a.b.c'); db.keep({ user: { id: 1 } }); await db.flush(); const held = await db.secret('token');
     await db.forget(['user']); db.close(); ${RAW} const raw = await open();
     const after = await new Promise((resolve) => { const asked = raw.transaction('reduxStore').objectStore('reduxStore').get('store'); asked.onsuccess = () => resolve(asked.result.payload) });
     return { held, after }`,
  )
  expect(found).toEqual({ held: 'a.b.c', after: { state: {} } })
  await page.close()
})

test('changes of two tabs are both saved, and each tab restores what it showed itself', async () => {
  const page = await aPage()
  await run(page, `${CONNECT} db.keep({ 'planning.map': { zoom: 4 } }, 'a'); await db.flush()`)
  const other = await aPage(page)
  await run(
    other,
    `${CONNECT} db.keep({ 'planning.map': { zoom: 9 } }, 'b'); db.keep({ 'ui.tables': 'dense' }); await db.keepSecret('token', 'a.b.c'); await db.flush()`,
  )
  await run(page, `db.keep({ 'planning.trails': 3 }, 'a'); await db.flush()`)
  const third = await aPage(page)
  const found = await run(
    third,
    `${CONNECT} return { state: db.state, a: db.stateOf('a'), b: db.stateOf('b'), c: db.stateOf('c') ?? null, token: await db.secret('token') }`,
  )
  expect(found).toEqual({
    state: { planning: { map: { zoom: 9 }, trails: 3 }, ui: { tables: 'dense' } },
    a: { planning: { map: { zoom: 4 }, trails: 3 } },
    b: { planning: { map: { zoom: 9 } } },
    c: null,
    token: 'a.b.c',
  })
  await page.close()
})

test('a tab closed during a change overwrites nothing that another tab announced to it', async () => {
  const page = await aPage()
  await run(page, `${CONNECT} db.keep({ 'ui.a': 1 }); await db.flush()`)
  const other = await aPage(page)
  await run(other, `${CONNECT} db.keep({ 'ui.b': 2 }); await db.flush()`)
  await expect.poll(() => run(page, `return db.state.ui.b`)).toBe(2)
  await run(page, `db.keep({ 'ui.a': 3 })`)
  await page.goto(`${centre.base}/logo.svg`)
  const again = await aPage(page)
  expect(await run(again, `${CONNECT} return db.state`)).toEqual({ ui: { a: 3, b: 2 } })
  await page.close()
})

test('a page that goes while a write is under way loses nothing of it', async () => {
  const page = await aPage()
  await run(page, `${CONNECT} db.keep({ 'ui.a': 1 }); await db.flush()`)
  // What the write reads first comes when the page has no time for it any more.
  await run(
    page,
    `db.keep({ 'ui.a': 2 }); void db.flush(); await Promise.resolve(); location.href = '${centre.base}/logo.svg';
     const end = performance.now() + 300; while (performance.now() < end);`,
  ).catch(() => undefined)
  await page.waitForURL('**/logo.svg')
  const again = await aPage(page)
  expect(await run(again, `${CONNECT} return db.state`)).toEqual({ ui: { a: 2 } })
  await page.close()
})
