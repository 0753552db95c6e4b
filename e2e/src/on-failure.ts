import { afterEach } from 'vitest'
import { openPages } from './a-centre.ts'

const MOST_LINES = 60

/** Of a journey that failed, what its pages show: where it stood says more than what it waited for. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages) {
    const shown = await page
      .locator('body')
      .innerText({ timeout: 2000 })
      .catch((error: unknown) => String(error))
    process.stderr.write(
      `\n${task.name}\n${page.url()}\n${shown.split('\n').slice(0, MOST_LINES).join('\n')}\n`,
    )
  }
})
