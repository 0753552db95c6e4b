import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../mail/mail-peers.ts'

const TURNSERVER = '/usr/bin/turnserver'
const START_MS = 20_000
const SECRET = 'test-relay-secret'

/** Reason why coturn cannot run here; null when it can. */
export const whyNoRelay = (): string | null => (existsSync(TURNSERVER) ? null : 'coturn is not installed')

export type Relay = {
  port: number
  /** File with the secret, for `--turn-secret`. */
  secretFile: string
  /** Log of the relay, for a test that failed. */
  log(): string
  stop(): Promise<void>
}

/** Starts coturn on loopback as docs/run.md sets it up, with ports of its own. */
export async function startRelay(): Promise<Relay> {
  const folder = mkdtempSync(path.join(tmpdir(), 'samudra-relay-'))
  const secretFile = path.join(folder, 'secret')
  writeFileSync(secretFile, SECRET, { mode: 0o600 })
  const port = await freePort()
  const child = spawn(
    TURNSERVER,
    ['-n', '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`]
      .concat(['--use-auth-secret', `--static-auth-secret=${SECRET}`, '--realm=centre.example'])
      // Both participants of a test are on loopback, which a relay in service never reaches.
      .concat(['--allow-loopback-peers', '--no-tls', '--no-dtls', '--no-cli', '--fingerprint'])
      .concat(['--log-file=stdout', `--pidfile=${folder}/pid`, `--userdb=${folder}/db`]),
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-50_000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (const end = Date.now() + START_MS; !(await isOpen(port));) {
    if (Date.now() < end && child.exitCode === null) continue
    await stop()
    throw new Error(`coturn did not start: ${text}`)
  }
  return { port, secretFile, log: () => text, stop }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => setTimeout(() => resolve(false), 50))
  })
