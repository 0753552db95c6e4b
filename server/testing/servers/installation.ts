import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { login } from '@samudra/contract/identity'
import { afterEach, beforeEach } from 'vitest'
import { Program } from './a-process.ts'
import { callRaw, PASSWORD } from './a-server.ts'

/** Folder of one installation for each test of a file, with the programs that run on it. */
export function anInstallation() {
  const open: { close(): unknown }[] = []
  const one = {
    folder: '',
    /** Closed after the test, the last opened first. */
    open,
    start: (args: string[], environment: Record<string, string> = {}): Program => {
      const program = new Program(
        ['--port', '0', '--host', '127.0.0.1', '--data', path.join(one.folder, 'data'), ...args],
        environment,
      )
      open.push({ close: () => program.stop('SIGKILL') })
      return program
    },
  }
  beforeEach(() => {
    one.folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-main-'))
  })
  afterEach(async () => {
    for (const closable of open.splice(0).reverse()) await closable.close()
    rmSync(one.folder, { recursive: true, force: true })
  })
  return one
}

/** Token of the administrator at a server. */
export async function tokenOf(base: string, password = PASSWORD): Promise<string> {
  const answer = await callRaw(base, '', login, { username: 'admin', password })
  if (!answer.Status) throw new Error(answer.Message)
  return answer.Data.token
}
