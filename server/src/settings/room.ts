import type { MapProfile } from '@samudra/contract/settings'
import type { FastifyInstance } from 'fastify'
import { sentenceOf } from '../kernel/errors.ts'
import type { Administered } from '../kernel/administered.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Log, LogLevel } from '../kernel/log.ts'
import type { Readers } from '../kernel/readers.ts'
import type { Room } from '../kernel/room.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { adminSettingsOps, changeSettings } from './admin-settings.ops.ts'
import { HeldSettings, type Changes } from './admin-settings.ts'
import { serveCharts } from './charts.ts'
import type { Measured } from './effects.ts'
import { mapProfileOps } from './map-profiles.ops.ts'
import { activeProfile, mapProfiles, presentProfile } from './map-profiles.ts'
import { releaseNoteOps } from './release-notes.ops.ts'
import { readReleaseNotes } from './release-notes.ts'
import { staticOps } from './static.ops.ts'
import { ClockOffset } from './time.ts'
import { trimCache, type UpstreamLayer } from '../kernel/upstream-tiles.ts'
import { utilsOps } from './utils.ops.ts'
import { listeners, SystemWatch, type Watched } from './watch.ts'

const TRIM_MS = 3_600_000

/** What the centre decides for everybody: settings, pages, profiles, charts; and how the system is. */
export type SettingsRoom = Room & {
  values: Administered
  /** Changes settings as `updateAdminSettings` does, whatever their version; throws VALIDATION. */
  change(changes: Changes, by: Caller): Promise<void>
  /** The profile a user's map opens with; null when none is chosen and there is no default. */
  mapProfileOf(userId: string, groups?: string[]): Promise<MapProfile | null>
}

export async function settingsRoom(
  needs: Omit<Watched, 'values' | 'server'> & {
    db: Db
    readers: Readers
    clock: Clock
    http: FastifyInstance
    log: Log
    send: Send
    archivesFolder: string
    cacheFolder: string
    upstream: UpstreamLayer[]
    releaseNotesFolder: string
    /** Host of a time server, or null. */
    ntpServer: string | null
    /** Told what the log is to write. */
    setLogLevel: (level: LogLevel) => void
    measured?: Measured
  },
): Promise<SettingsRoom> {
  const { db, clock, log } = needs
  const held: HeldSettings = new HeldSettings({
    ...needs,
    obey: () => needs.setLogLevel(held.value('system.log_level') as LogLevel),
  })
  await held.load()
  const profiles = await mapProfiles(needs)
  const { server } = needs.http
  const watch = new SystemWatch({ ...needs, values: held.values, server })
  const offset = new ClockOffset(needs.ntpServer, clock, log)
  const charts = serveCharts(needs)
  const notes = await readReleaseNotes(needs.releaseNotesFolder, needs.version, log)
  let timer: NodeJS.Timeout | undefined
  return {
    name: 'settings',
    values: held.values,
    change: (changes, by) => changeSettings(held, changes, by),
    mapProfileOf: async (userId, groups = []) => {
      const active = await activeProfile({ db, profiles }, { userId, groups, isAdmin: false })
      return active === undefined ? null : presentProfile(active, active.owner_id === userId)
    },
    ops: [
      ...charts,
      ...adminSettingsOps(held, { othersAtWork: () => othersAtWork(needs.send), ...needs.measured }),
      ...mapProfileOps({ db, clock, profiles }),
      ...staticOps(needs),
      ...utilsOps(watch, offset, clock),
      ...releaseNoteOps({ db, clock, notes: () => notes }),
    ],
    start: async () => {
      offset.start()
      await watch.start()
      timer = setInterval(() => void trim(needs), TRIM_MS)
    },
    stop: async () => {
      clearInterval(timer)
      offset.stop()
      watch.stop()
    },
  }
}

const trim = ({ cacheFolder, log }: { cacheFolder: string; log: Log }) =>
  trimCache(cacheFolder).catch((error: unknown) =>
    log.warn('kept tiles could not be trimmed; trying again in an hour', { error: sentenceOf(error) }),
  )

const othersAtWork = (send: Send) =>
  new Set(
    listeners(send)
      .filter((caller) => !caller.isAdmin)
      .map((caller) => caller.userId),
  ).size
