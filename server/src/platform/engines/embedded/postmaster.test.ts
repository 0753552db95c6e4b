import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { prepareCluster, startEngine } from './cluster.ts'
import { findNative, hydrateLinks } from './native.ts'
import { endLeftover } from './postmaster.ts'
import { chooseRunWay } from './run-as.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

test('an engine of an earlier start is ended for its own folder and left alone for another', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-test-'))
  const [native, way] = [findNative(), chooseRunWay(undefined)]
  await hydrateLinks(native)
  const cluster = {
    native,
    way,
    folder: path.join(folder, 'postgres'),
    passwordFile: path.join(folder, 'postgres.password'),
    logFile: path.join(folder, 'postgres.log'),
  }
  await prepareCluster(cluster)
  const sockets = await makeSocketFolder(way)
  const { child } = await startEngine(cluster, sockets)
  const elsewhere = path.join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(
    path.join(elsewhere, 'postmaster.pid'),
    readFileSync(path.join(cluster.folder, 'postmaster.pid'), 'utf8'),
  )
  await endLeftover(elsewhere)
  expect([child.exitCode, child.signalCode]).toEqual([null, null])
  const [pid] = readFileSync(path.join(elsewhere, 'postmaster.pid'), 'utf8').split('\n')
  expect(pid).toBe(String(process.pid))
  await endLeftover(cluster.folder)
  await expect.poll(() => child.exitCode).toBe(0)
  await removeSocketFolder(sockets)
  rmSync(folder, { recursive: true, force: true })
})
