import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { aDatabase } from '../../server/testing/servers/a-database.ts'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { PASSWORD } from '../../server/testing/servers/caller-of.ts'
import { openSession } from './a-session.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The pages that are open now, each with what it wrote to its console. */
export const openPages = new Map<Page, string[]>()
/** The servers that run now. */
export const runningCentres = new Set<Centre>()

/**
 * True for a run that is examined: everything is drawn into its trace. Other traces contain only the actions, which
 * costs little.
 */
const isLookedInto = process.env['TEST_RUN'] === 'again'
/**
 * Complaint about the script that a trace with snapshots adds to every frame: the frame of a mail runs none. Without such
 * a trace a mail that tries to run a script is a complaint like others.
 */
const BLOCKED = /^Blocked script execution in '(about:srcdoc|[^']*\/mail-pictures\.html)'/
/** Half as fine: what is drawn in software costs by the point, and layout, pointers and words are the same. */
const FINENESS = 0.5
/** Maximum stored output of a server; its last part is enough to see what happened. */
const MOST_OUTPUT = 100_000

const MAP = '/home/main/map'
/** Script that makes a page assume that its user set the browser to save data. */
const SAVE_DATA = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`
/** Wait before each frame of a page, ms: frames of the chart are drawn in software, a third of what a journey costs. */
const FRAME_MS = 50
const FEWER_FRAMES = `{
  const [ask, cancel] = [requestAnimationFrame.bind(window), cancelAnimationFrame.bind(window)]
  const waiting = new Map()
  let last = 0
  window.requestAnimationFrame = (draw) => {
    const id = ++last
    const begin = () => waiting.set(id, { frame: ask((at) => waiting.delete(id) && draw(at)) })
    waiting.set(id, { timer: setTimeout(begin, ${FRAME_MS}) })
    return id
  }
  window.cancelAnimationFrame = (id) => {
    const { timer, frame } = waiting.get(id) ?? {}
    clearTimeout(timer)
    if (frame !== undefined) cancel(frame)
    waiting.delete(id)
  }
}`
/** Browser of all journeys of this process; it ends with the process. */
let browser: Browser | undefined

type User = { username: string; password: string }
const ADMINISTRATOR: User = { username: 'admin', password: PASSWORD }

type PageOptions = {
  hasTouch?: boolean
  serviceWorkers?: 'allow'
  deviceScaleFactor?: number
  /** Fetches the code of later views while nothing else is to do, as a browser that does not save data. */
  fetchesAhead?: boolean
}

/** The built product as an operator runs it, and browsers in front of it. */
export class Centre {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-e2e-'))
  readonly #args: string[]
  #child: ChildProcess | undefined
  #database: Awaited<ReturnType<typeof aDatabase>> | undefined
  readonly #pages = new Set<Page>()
  base = ''
  port = 0
  /** Whatever the pages wrote to their consoles as errors, and requests that failed on the server. */
  readonly complaints: string[] = []
  /** The end of what the server wrote. */
  output = ''

  readonly #firstPassword: string | null
  readonly #clockAheadMs: number

  /** Without a first password the server makes one and prints it. */
  constructor(args: string[], options: { firstPassword?: string | null; clockAheadMs?: number } = {}) {
    this.#args = args
    this.#clockAheadMs = options.clockAheadMs ?? 0
    this.#firstPassword = options.firstPassword === undefined ? PASSWORD : options.firstPassword
  }

  /** Starts the server over the database of this centre. Returns the administrator's first password. */
  async start(): Promise<string> {
    this.#database ??= await aDatabase()
    const args = [
      '--database',
      this.#database.url,
      '--port',
      String(this.port),
      '--host',
      '127.0.0.1',
      '--data',
      path.join(this.folder, 'data'),
    ]
    const given = this.#firstPassword === null ? [] : ['--admin-password', this.#firstPassword]
    const child = spawn(
      process.execPath,
      [path.join(root, 'dist/server.js'), ...args, ...given, ...this.#args],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...ahead(this.#clockAheadMs) },
      },
    )
    this.#child = child
    runningCentres.add(this)
    this.output = ''
    const hear = (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-MOST_OUTPUT))
    child.stderr.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      hear(chunk)
    })
    this.base = await new Promise((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const found = /ready: (http:\S+)/.exec(hear(chunk))
        if (found) resolve(found[1]!)
      })
      child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${this.output}`)))
    })
    this.port = Number(new URL(this.base).port)
    if (this.#firstPassword !== null) return this.#firstPassword
    for (const end = Date.now() + 5000; Date.now() < end;) {
      const printed = /shown this once\): (\S+)/.exec(this.output)
      if (printed !== null) return printed[1]!
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`no password was printed: ${this.output}`)
  }
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill(signal)
    await ended
  }

  /**
   * Opens a page in a context of its own. No service worker stands between page and server. The code of later views is
   * not fetched ahead (2.9 of the 8.5 CPU seconds of a page on the map), unless `more` wants it.
   */
  async page(width = 1366, height = 768, { fetchesAhead = false, ...more }: PageOptions = {}): Promise<Page> {
    browser ??= await chromium.launch(JSON.parse(process.env['SAMUDRA_BROWSER']!) as object)
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: FINENESS,
      serviceWorkers: 'block',
      ...more,
    })
    if (!fetchesAhead) await context.addInitScript(SAVE_DATA)
    await context.addInitScript(FEWER_FRAMES)
    await context.tracing.start({ screenshots: isLookedInto, snapshots: isLookedInto })
    const page = await context.newPage()
    const printed: string[] = []
    openPages.set(page, printed)
    this.#pages.add(page)
    page.once('close', () => {
      openPages.delete(page)
      this.#pages.delete(page)
      void context.close().catch(() => undefined)
    })
    page.on('console', (message) => {
      printed.push(`${message.type()}: ${message.text()}`)
      const isOfTrace = isLookedInto && BLOCKED.test(message.text())
      if (message.type() === 'error' && !isOfTrace) this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => {
      printed.push(`error: ${error.stack}`)
      this.complaints.push(error.message)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) printed.push(`error: ${response.status()} ${response.url()}`)
      if (response.status() >= 500) this.complaints.push(`${response.status()} ${response.url()}`)
    })
    page.on('requestfailed', (request) =>
      printed.push(`error: ${request.failure()?.errorText} ${request.url()}`),
    )
    return page
  }

  /** Opens a session of a user by API and gives its cookies to a page, which shows nothing yet. */
  async addSession(page: Page, { username, password }: User = ADMINISTRATOR): Promise<void> {
    await page.context().addCookies(await openSession(this.base, username, password))
  }

  /**
   * Opens a session of a user by API, without the login form, and a screen in it: the map, or the one at path `at`.
   * Journeys whose subject is the login form use `logIn` of `a-user.ts`.
   */
  async signIn(page: Page, at = MAP, user?: User): Promise<void> {
    await this.addSession(page, user)
    await page.goto(new URL(at, this.base).href)
    if (at === MAP) await page.waitForURL('**/home/main/map*')
    await page.locator('.topbar').waitFor()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pages].map((page) => page.close()))
    await this.stop()
    await this.#database?.drop()
    runningCentres.delete(this)
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A server whose clock is ahead of the browser's, as if the browser's were behind. */
function ahead(ms: number): Record<string, string> {
  if (ms === 0) return {}
  const script = `const D=Date;const now=()=>D.now()+${ms};globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(now())}static now(){return now()}}`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` }
}

/** A way to a server that can be cut, as a cable is. */
export async function aCable(port: number) {
  const sockets = new Set<net.Socket>()
  let isCut = false
  const cable = net.createServer((here) => {
    const there = net.connect(port, '127.0.0.1')
    for (const socket of [here, there]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        here.destroy()
        there.destroy()
      })
    }
    if (isCut) here.destroy()
    here.pipe(there).pipe(here)
  })
  await new Promise<void>((resolve) => cable.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(cable.address() as net.AddressInfo).port}`,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => (isCut = false),
    close: () => {
      for (const socket of sockets) socket.destroy()
      cable.close()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof aReceiver>>

/**
 * Starts a centre without the simulated sea that receives the sentences of the journey; `query` is added to the
 * address of its feed.
 */
export async function aCoast(query = '') {
  const receiver = await aReceiver()
  const feed = `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS&name=Coast${query}`
  const centre = new Centre(['--sim', 'none', '--feed', feed])
  await centre.start()
  await receiver.connected
  return { centre, receiver }
}
