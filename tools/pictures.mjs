// Takes the pictures of the README from the running product with its simulated sea: `npm run pictures` after a build.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from './browser.mjs'

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'docs', 'pictures')
const SIZE = { width: 1600, height: 900 }
const PASSWORD = 'Pictures-of-the-watch-1'
/** The sea has to sail for a while before there is something to replay. */
const SAIL_MS = 100_000

const launch = await findBrowser()
if (launch === null) process.exit(1)
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-pictures-'))
const passwordFile = path.join(folder, 'password')
writeFileSync(passwordFile, PASSWORD)
const server = spawn(
  process.execPath,
  [
    path.join(root, 'dist', 'server.js'),
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--data',
    path.join(folder, 'data'),
    '--admin-password-file',
    passwordFile,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const browser = await chromium.launch(launch)
try {
  mkdirSync(out, { recursive: true })
  const base = await addressOf(server)
  const startedAt = Date.now()
  const page = await browser.newPage({ viewport: SIZE, timezoneId: 'Asia/Kolkata' })
  page.setDefaultTimeout(120_000)
  await page.goto(`${base}/login`)
  await page.getByLabel('User name or e-mail').fill('admin')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('.strip [data-link=live]').waitFor()
  await look(page, '8.4,76.4,7')
  await openAShip(page)
  await take(page, 'live')
  await page.keyboard.press('Escape')
  await page.waitForTimeout(Math.max(0, SAIL_MS - (Date.now() - startedAt)))
  await look(page, '5,80,5')
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Last hour' }).click()
  await page.waitForURL(/replay/)
  await page.locator('.scrubber input').first().press('End')
  await take(page, 'replay')
  await page.goto(`${base}/home/main/map`)
  await look(page, '10,75,5')
  await page.getByRole('button', { name: 'night', exact: true }).click()
  await openAShip(page)
  await take(page, 'night')
} finally {
  await browser.close()
  server.kill()
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the address at which the server reports to be ready. */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let told = ''
    child.stdout.on('data', (bytes) => {
      told += bytes
      const found = /ready: (http:\S+)/.exec(told)
      if (found !== null) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${told}`)))
  })
}

async function look(page, view) {
  await page.goto(`${new URL(page.url()).origin}/home/main/map?at=${view}`)
  await page.locator('.strip [data-link=live]').waitFor()
}

/** The first ship that the search finds near the view. */
async function openAShip(page) {
  await page.locator('#quick-search').fill('ocean')
  await page.getByRole('option').first().click()
  await page.getByRole('complementary', { name: 'Vessel card' }).waitFor()
  await farther(page, 5)
}

/** Sees more of the sea. */
async function farther(page, steps) {
  await page.waitForTimeout(2000)
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('-')
    await page.waitForTimeout(800)
  }
}

/** When nothing moves in it any more; WebP, which is a third of the size. */
async function take(page, name) {
  await page.waitForTimeout(8000)
  const png = (await page.screenshot()).toString('base64')
  // A page of its own: the product's lets nothing be fetched that is not its server's.
  const desk = await browser.newPage()
  const webp = await desk.evaluate(async (bytes) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })
    return btoa(
      Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''),
    )
  }, png)
  await desk.close()
  const file = path.join(out, `${name}.webp`)
  writeFileSync(file, Buffer.from(webp, 'base64'))
  process.stdout.write(`${path.relative(root, file)}\n`)
}
