import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { inject } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** The whole program as an operator starts it, built for this run. */
export class Program {
  readonly child: ChildProcess
  output = ''
  readonly ended: Promise<number | null>

  constructor(args: string[], environment: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [path.join(inject('programs'), 'server.js'), ...args], {
      cwd: root,
      // Tests that are not about the sealed wire call in the clear.
      env: { ...process.env, ENVELOPE: 'optional', ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
  }

  /** The address it prints when it is ready. */
  async ready(): Promise<string> {
    for (const end = Date.now() + 90_000; Date.now() < end;) {
      const found = /ready: (https?:\S+)/.exec(this.output)
      if (found) return found[1]!
      if (this.child.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`it does not get ready: ${this.output}`)
  }
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.ended
  }
}
