import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')

/** Names in sections 3, 4 and 9 of the specification that are implemented by now. */
const NAMES = `
id | username | role | token | sources | zone_access | forumUser | userSettings | mapProfile
adminSettings | isDefaultPassword | chat_details | chat_token | email | active_users | password
isLoggedIn | tokenData | exp | allUsersList | distance.unit | datetime.format | datetime.zone
ship_name | country | mmsi | rec_time | latitude | longitude | illegal_mmsi_flag | dup_flag
blacklist | imo_mismatch_flag | name_mismatch_flag | sog | true_heading | cog | imo | call_sign
ship_type | length | beam | draught | nav_status | destination | eta | source | created_time
created_user_id | group_id | two decimals | map base URL | filter toggles | weather toggles
card control | timeline interval | anomaly filters | ship-type filters | AOI mmsi list | ais_update
ais_path_settings | findNearbyVessels | radius | time | map context menu | openManualTrack
openVesselEvents | eez | record-and-replay tracks | drawFor | openAisFilter | geomanPolygonGeoJson
openRecordReplay | filterAisData | area of interest | editData | isEdit | AIS filter params
saved-AIS-filters flag | AIS popup list | AIS time filter | trails and dead-reckoning lists
map footer | quick search | area filter | loaders | layer add/remove | dr_hour | from | to
trail_type | trail length | ais | count | staticAisData | eez (static) | sources (static)
nav_status (static) | ship_type (static) | manual tracks | drawer | isAnalytics | loader
displayWidth | navCollpased | desktopSidebarCollapsed | isFooterDrawerOpen | fullScreenElement
popup flag | tooltips | legends | name and count | active events | date range
fromDate | toDate | default range: from now, to one hour earlier
ifc_ior_db | version 7 | geojson | reduxStore | 'store' | the whole state, on every change
login and logout set the user state | visitors are sent to /
who is logged in goes from the landing page to the map | who is no administrator is sent to /login
the stored session is loaded at startup | Session Expired Logging Out !!!
Session Timeout Logging Out | cache: add, update, delete | cache: invalidate
drawer and loader toggle | filters change only when the key exists | cards by name
the AOI editor resets | the context menu resets | the socket is opened again
a button that loads ignores clicks | ADMIN=1, USER=2 | interval '5760 minutes' | radius '5KM'
time '10 Hours' | distance units | time formats | time zones | Asia/Kolkata | an invalid date falls back to the raw value | America/Los_Angeles
ship types | TWELVE_NM | TWENTY_FOUR_NM | BLACKLIST | IMO_MISMATCH | MMSI_DUPLICATE
AREA_OF_INTEREST | LOITERING | ENCOUNTER_EVENT | SPOOFING_EVENT | LOITERING_EVENT | ABNORMAL_TIME
ILLEGAL_IMO | SPEED_CHANGE | COURSE_CHANGE | HDB_SCAN | DEAD_REACON | grid lines 1, 5, 10, 15, 30
Clouds | Precipitation | Sea level pressure | Wind speed | Temperature | AIS MSIS | group/ungroup
trail length '1 days' | DR hour '1' | trail_type 'length' | toasts 5000 ms
socket 1000 to 5000 ms, 99 attempts | error page 500 ms | body class loading | logo 50 by 50
dark theme class on the body | Earth radius 6378137 m | map maximum zoom 18
channel id | type O or D | direct names of two user ids | props | status online or offline
mention_count | last_post_at | channel_id | user_id | is_bot
post id | from_userid | to_userid | group_name | allUsers
allChannels | usersStatus | conversation | recentChat | activeUsers
userDetails | chatUsers | contactList | UserContactList | currentMessage
chatNotification | grp_notification | userSession | chatUserDetail | allChatUsersGroups
chatUserToken | newChatNotifications | selectedChannel | mention count: increment, decrement, clear
mail count: set, increment, reset | Received a new Mail | presence
sort: open channels, online, most recent | chat reconnect 5000 ms | chat team page size 100
forum id and name | cid
callPopups | video and audio call details | toastOpen | incoming, accepted, ended
Call Declined by the User {name} | Call Cancelled by the Host | call toasts 30000 ms
`
  .trim()
  .split(/ \| |\n/)

/** Names in them that come with rooms not built yet. */
const LATER = `
systemUtils | alerts list | append and reset
ports of staticAisData | port id | port calls
rule run, enabled, disabled | notifications
`
  .trim()
  .split(/ \| |\n/)

const ROW = /^\| (.+?) \| \[(.+?)\]\(\.\.\/.+?\) \| `(.+?)` \|/
const rows = page.split('\n').flatMap((line) => {
  const [, name, file, needle] = ROW.exec(line) ?? []
  return name === undefined ? [] : [{ name, file, needle }]
})

test('every name of the specification has its row', () => {
  expect(rows.map(({ name }) => name)).toEqual(NAMES)
})

test('each row names a file that contains its text', () => {
  const gone = rows.filter(({ file, needle }) => {
    const at = path.join(root, file)
    return !existsSync(at) || !readFileSync(at, 'utf8').includes(needle)
  })
  expect(gone).toEqual([])
})

test('each name not implemented yet is listed with the part it comes with', () => {
  const told = page
    .slice(page.indexOf('## Not here yet'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .flatMap((line) => line.split(' | ')[1].replace(/ \|$/, '').split(' · '))
  expect(told).toEqual(LATER)
})
