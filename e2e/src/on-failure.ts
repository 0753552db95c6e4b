import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openPages, runningCentres } from './a-centre.ts'

const MOST_LINES = 60
const WAIT_MS = 5000
const last = (lines: readonly string[], count: number) => lines.slice(-count).join('\n')

/** Saves the pages of a failed journey: where it stood explains more than what it waited for. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const under = process.env['TEST_KEPT'] ?? path.resolve(import.meta.dirname, '../../.cache/failed/journeys')
  const name = `${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}-${process.env['TEST_RUN'] ?? 'first'}`
  const folder = path.join(under, task.file.name, name)
  mkdirSync(folder, { recursive: true })
  let number = 0
  for (const [page, output] of openPages) {
    const shown = await keep(page, output, path.join(folder, `page-${++number}`))
    const errors = output.filter((line) => line.startsWith('error'))
    process.stderr.write(
      `\n${task.name}\n${page.url()}\n${shown.split('\n').slice(0, MOST_LINES).join('\n')}\n` +
        `console (${output.length} lines), its errors: ${last(errors, 20) || 'none'}\n`,
    )
  }
  for (const centre of runningCentres) {
    writeFileSync(path.join(folder, `server-${centre.port}.txt`), centre.output)
    process.stderr.write(`server, at last:\n${last(centre.output.trimEnd().split('\n'), 15)}\n`)
  }
  process.stderr.write(`kept in ${folder}\n`)
}, 60_000)

/** Writes picture, console and trace of a page, and returns the text it shows; a page that hangs gives what it can. */
async function keep(page: Page, output: readonly string[], file: string): Promise<string> {
  const tried = (what: Promise<unknown>) => what.catch((error: unknown) => String(error))
  const shown = String(await tried(page.locator('body').innerText({ timeout: WAIT_MS })))
  writeFileSync(`${file}.txt`, `${page.url()}\n\n${shown}\n\n${output.join('\n')}\n`)
  await tried(page.screenshot({ path: `${file}.png`, timeout: WAIT_MS }))
  const { tracing } = page.context()
  await tried(tracing.stop({ path: `${file}-trace.zip` }))
  // The page may serve the journeys that follow.
  await tried(tracing.start())
  return shown
}
