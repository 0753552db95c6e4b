import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A GFS run of 2011-10-08 as its provider sent it. */
export const RECORDED = readFileSync(
  path.join(import.meta.dirname, '../../src/rooms/chart/weather/gfs-2011-10-08.grb2'),
)
const RECORDED_RUN = Date.UTC(2011, 9, 8)
const HOUR_MS = 3_600_000
/** Calls `edit` with the number and the offset of each section of each message of a GRIB2 file. */
export function eachSection(file: Buffer, edit: (number: number, at: number) => void) {
  for (let from = file.indexOf('GRIB'); from >= 0; from = file.indexOf('GRIB', from + 4))
    for (let at = from + 16; file.toString('latin1', at, at + 4) !== '7777'; at += file.readUInt32BE(at))
      edit(file[at + 4]!, at)
}
function writeDate(file: Buffer, at: number, date: Date, year = date.getUTCFullYear()) {
  file.writeUInt16BE(year, at)
  file.set([date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), 0, 0], at + 2)
}
/** The recorded file as a model would send it whose run is of this instant; `year` puts the run into another year. */
export function fileOfRun(run: number, year?: number): Buffer {
  const file = Buffer.from(RECORDED)
  eachSection(file, (number, at) => {
    if (number === 1) writeDate(file, at + 12, new Date(run), year)
    // Template 4.8 names the end of its period as a date.
    if (number !== 4 || file.readUInt16BE(at + 7) !== 8) return
    const [month, day, hour] = [file[at + 36]!, file[at + 37]!, file[at + 38]!]
    const end = Date.UTC(file.readUInt16BE(at + 34), month - 1, day, hour)
    writeDate(file, at + 34, new Date(end - RECORDED_RUN + run))
  })
  return file
}
/** The run of 30 hours ago, in full hours: old enough to be stale. */
export const OLD_RUN = Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS
