import { NONE16, fixBatch } from '../../../../sea/fix-batch.ts'
import type { StoredFix } from '../../../../sea/stored-fix.ts'
import type { Picture } from '../picture.ts'
import type { StaticsRow } from './statics.sql.ts'

/** Puts the last known positions and names back on the picture after a start. */
export function restorePicture(picture: Picture, fixes: StoredFix[], statics: StaticsRow[]): void {
  const one = fixBatch(1)
  one.count = 1
  for (const fix of fixes) {
    one.mmsi[0] = fix.mmsi
    one.split[0] = fix.split
    one.fixId[0] = Number(fix.fix_id)
    one.observedAt[0] = fix.observed_at.getTime()
    one.recTime[0] = fix.rec_time.getTime()
    one.lat[0] = fix.lat_udeg
    one.lon[0] = fix.lon_udeg
    one.sog[0] = fix.sog_tenths ?? NONE16
    one.cog[0] = fix.cog_tenths ?? NONE16
    one.heading[0] = fix.true_heading ?? NONE16
    one.rot[0] = fix.rot_ais ?? -128
    one.navStatus[0] = fix.nav_status ?? 15
    one.type[0] = fix.msg_type
    one.bits[0] = fix.bits
    one.feed[0] = fix.feed
    one.source[0] = fix.source_id
    one.station[0] = fix.station_id ?? -1
    picture.restore(one, 0)
  }
  restoreStatics(picture, statics)
}

/** Puts names and other static data on the contacts they are of. */
export function restoreStatics(picture: Picture, statics: readonly StaticsRow[]): void {
  for (const row of statics) {
    let id = picture.store.firstOf(row.mmsi)
    while (id >= 0 && picture.store.split[id] !== row.split) id = picture.store.nextOfMmsi[id]!
    if (id < 0) continue
    picture.store.flags[id] = picture.store.flags[id]! | row.marks
    picture.statics.restore(id, row.fields)
  }
}
