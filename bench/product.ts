import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { PASSWORD } from '../server/testing/servers/caller-of.ts'

const root = path.resolve(import.meta.dirname, '..')
const FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * Starts the built product on a free port, without its simulated sea; call `stop` when done. `node`: arguments for
 * Node.
 */
export async function startProduct(data: string, args: readonly string[] = [], node: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    [...node, path.join(root, 'dist/server.js'), '--host', '127.0.0.1', '--port', '0', '--data', data]
      .concat(['--sim', 'none', '--admin-password', PASSWORD])
      .concat(args),
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  const heard = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)
        if (found === null) return
        child.stdout.off('data', look)
        resolve(found[1]!)
      }
      child.stdout.on('data', look)
      child.once('close', () => reject(new Error(output)))
    })
  const base = await heard(/ready: (http:\S+)/)
  /** Sends a signal and returns the matching output. */
  const pattern = (signal: NodeJS.Signals, answer: RegExp) => {
    output = ''
    child.kill(signal)
    return heard(answer)
  }
  return { base, pid: child.pid!, query: pattern, stop: () => ended(child) }
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('close', resolve))
}

/**
 * Chromium that draws in software, as a machine without a graphics card does; `more` are flags of it. Where it yields, whatever
 * else there is to do comes first: a desk is another machine than the server.
 */
export async function startBrowser(more: readonly string[] = [], doesYield = false): Promise<Browser> {
  const found = process.env['SAMUDRA_BROWSER']
  if (found === undefined) throw new Error('no browser: `npm run bench` looks for one')
  const { executablePath } = JSON.parse(found) as { executablePath: string }
  const args = [...FLAGS, ...more]
  if (!doesYield) return chromium.launch({ executablePath, args })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-'))
  const yielding = path.join(folder, 'browser')
  writeFileSync(yielding, `#!/bin/sh\nexec nice -n 10 '${executablePath}' "$@"\n`, { mode: 0o755 })
  try {
    return await chromium.launch({ executablePath: yielding, args })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login`)
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map*')
  await page.locator('.strip [data-link=live]').waitFor()
}
