import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'

const root = path.resolve(import.meta.dirname, '..')
export const PASSWORD = 'Vasudhaiva-1-Kutumbakam'
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

/** The product as it is built, on a free port, without its simulated sea; call `stop` when done. */
export async function startProduct(data: string, args: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    [path.join(root, 'dist/server.js'), '--host', '127.0.0.1', '--port', '0', '--data', data]
      .concat(['--sim', 'none', '--admin-password', PASSWORD])
      .concat(args),
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /ready: (http:\S+)/.exec(said)
      if (found) resolve(found[1]!)
    })
    child.once('close', () => reject(new Error(said)))
  })
  return { base, pid: child.pid!, stop: () => ended(child) }
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('close', resolve))
}

/** Chromium that draws in software, as a machine without a graphics card does. */
export function startBrowser(): Promise<Browser> {
  const known = [
    process.env['CHROME_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const found = known.find((one) => one !== undefined && existsSync(one))
  if (found === undefined) throw new Error('no browser: set CHROME_PATH')
  return chromium.launch({ executablePath: found, args: FLAGS })
}

export async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login`)
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map')
  await page.locator('.strip [data-link=live]').waitFor()
}
