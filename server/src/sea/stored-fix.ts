/** The latest fix of a source for a contact, as it is stored. */
export type StoredFix = {
  mmsi: number
  split: number
  fix_id: string
  observed_at: Date
  rec_time: Date
  lat_udeg: number
  lon_udeg: number
  sog_tenths: number | null
  cog_tenths: number | null
  true_heading: number | null
  rot_ais: number | null
  nav_status: number | null
  msg_type: number
  bits: number
  feed: number
  source_id: number
  station_id: number | null
}
