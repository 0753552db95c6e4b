import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DiskReserve } from './disk-reserve.ts'

const MB = 1024 * 1024

/** Opens a reserve on a disk of so many free MB, of which its pieces take some. */
function openReserve(freeMb: number) {
  const at = mkdtempSync(path.join(os.tmpdir(), 'samudra-reserve-'))
  onTestFinished(() => rmSync(at, { recursive: true, force: true }))
  const folder = path.join(at, 'reserve')
  const pieces = () => (existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [])
  const taken = () => pieces().reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
  const reports: string[] = []
  const disk = { freeMb }
  const free = async () => disk.freeMb * MB - taken()
  return {
    reserve: new DiskReserve(at, (what) => reports.push(what), free),
    folder,
    disk,
    pieces,
    taken,
    reports,
  }
}

test('a reserve takes 128 MB of a disk that has room, and leaves 64 MB to others', async () => {
  const { reserve, disk, pieces, taken } = openReserve(150)
  await reserve.refill()
  expect([pieces().length, taken() / MB]).toEqual([2, 64])
  disk.freeMb = 1000
  await reserve.refill()
  expect([pieces().length, taken() / MB]).toEqual([4, 128])
  await reserve.makeRoom()
  expect([pieces().length, reserve.isReleased]).toEqual([4, false])
})

test('a full disk gets space piece by piece until none is left; the reserve returns with space', async () => {
  const { reserve, disk, pieces, reports } = openReserve(1000)
  await reserve.refill()
  disk.freeMb = 130
  await reserve.makeRoom()
  expect([pieces().length, reserve.isReleased]).toEqual([3, true])
  // There is room now.
  await reserve.makeRoom()
  expect(pieces()).toHaveLength(3)
  for (const left of [2, 1, 0, 0]) {
    disk.freeMb -= 32
    await reserve.makeRoom()
    expect(pieces()).toHaveLength(left)
  }
  expect(reports).toHaveLength(4)
  await reserve.refill()
  expect(reserve.isReleased).toBe(true)
  disk.freeMb = 1000
  await reserve.refill()
  expect([pieces().length, reserve.isReleased]).toEqual([4, false])
})

test('a reserve that cannot be written is reported once and throws nothing', async () => {
  const { reserve, folder, reports } = openReserve(1000)
  writeFileSync(folder, 'no folder')
  await reserve.refill()
  await reserve.refill()
  await reserve.makeRoom()
  expect([reports.length, reserve.isReleased]).toEqual([1, false])
})
