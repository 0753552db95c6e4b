import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { until } from './a-server.ts'
import { freePort } from '../seas/ports.ts'

const program = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  .map((folder) => path.join(folder, 'redis-server'))
  .find((file) => existsSync(file))

/** Why tests over a real Redis are skipped; null when they are not. */
export const noRedis =
  program === undefined ? 'no redis-server is installed (Debian: apt-get install redis-server)' : null

/** A real Redis on this machine, which stores each command before it answers. */
export class TestRedis {
  readonly url: string
  readonly #port: number
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-redis-'))
  #child: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
    this.url = `redis://127.0.0.1:${port}`
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort())
    await redis.begin()
    return redis
  }

  async begin(): Promise<void> {
    const store = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always']
    const at = ['--bind', '127.0.0.1', '--port', String(this.#port), '--dir', this.#folder]
    this.#child = spawn(program!, [...at, ...store], { stdio: 'ignore' })
    await until(() => answers(this.#port), 'Redis answers')
  }

  /** Ends at once, as by a crash; `forget` also what it stored. */
  async kill({ forget = false } = {}): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    this.#child = undefined
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
    if (forget) rmSync(path.join(this.#folder, 'appendonlydir'), { recursive: true, force: true })
  }

  /** Stands still, its connections open, until `goOn`. */
  hold(): void {
    this.#child?.kill('SIGSTOP')
  }
  goOn(): void {
    this.#child?.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('data', (chunk) => end(chunk.toString().startsWith('+PONG')))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
  })
