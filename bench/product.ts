import { spawn, type ChildProcess } from 'node:child_process'
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
  const found = process.env['SAMUDRA_BROWSER']
  if (found === undefined) throw new Error('no browser: `npm run bench` looks for one')
  const { executablePath } = JSON.parse(found) as { executablePath: string }
  return chromium.launch({ executablePath, args: FLAGS })
}

export async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login`)
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map*')
  await page.locator('.strip [data-link=live]').waitFor()
}
