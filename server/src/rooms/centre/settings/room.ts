import type { LonLatBox } from '@samudra/nautical/polygons/box'
import path from 'node:path'
import { landIn } from '../../../platform/formats/land.ts'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log, LogLevel } from '../../../platform/kernel/text/log.ts'
import type { Presence } from '../../../platform/kernel/cluster/presence.ts'
import { trimCache } from '../../../platform/kernel/http/upstream-tiles.ts'
import { adminSettingsOps, changeSettings } from './admin-settings.ops.ts'
import { HeldSettings, type Changes } from './admin-settings.ts'
import { serveCharts } from './charts.ts'
import { countsOf } from './counts.sql.ts'
import { mapProfileOps } from './map-profiles.ops.ts'
import { activeProfile, mapProfiles, presentProfile } from './map-profiles.ts'
import { releaseNoteOps } from './release-notes.ops.ts'
import { readReleaseNotes } from './release-notes.ts'
import { takeOverPdfs } from './pdfs-before.sql.ts'
import { PAGE_PDFS, staticOps } from './static.ops.ts'
import { Archive } from './tiles.ts'

const TRIM_MS = 3_600_000

/** Room of what the centre decides for all users: settings, pages, profiles, charts. */
export const settings = room({
  name: 'settings',
  uses: {},
  open: async (ground) => {
    const { assembly, db, clock, log, presence } = ground
    const held: HeldSettings = new HeldSettings({
      ...ground,
      obey: () => (log.level = held.value('system.log_level') as LogLevel),
    })
    await held.load()
    const profiles = await mapProfiles(ground)
    const pdfs = ground.files.kind(PAGE_PDFS)
    await takeOverPdfs(db, pdfs)
    const { releaseNotesFolder = '', version = '0.0.0' } = assembly
    const notes = await readReleaseNotes(releaseNotesFolder, version, log)
    const base = new Archive(path.join(assembly.archivesFolder, 'base.pmtiles'), 'vector')
    const charts = serveCharts({ ...assembly, ...ground })
    const door = {
      /** Returns rings of land of the chart in a box, degrees, for print. */
      land: (box: LonLatBox) => landIn(base, box),
      values: held.values,
      /** Changes settings as `updateAdminSettings` does, whatever their version; throws VALIDATION. */
      change: (changes: Changes, by: Caller) => changeSettings(held, changes, by),
      /** Returns the profile that the map of a user opens with; null without a choice and a default. */
      mapProfileOf: async (userId: string, groups: string[] = []) => {
        const active = await activeProfile({ db, profiles }, { userId, groups, isAdmin: false })
        return active === undefined ? null : presentProfile(active, active.owner_id === userId)
      },
    }
    return {
      door,
      ops: [
        ...charts.ops,
        ...adminSettingsOps(held, { ...countsOf(db, clock), othersAtWork: () => othersAtWork(presence) }),
        ...mapProfileOps({ ...ground, profiles }),
        ...staticOps({ ...ground, files: pdfs }),
        ...releaseNoteOps({ db, clock, notes: () => notes }),
      ],
      // The folder is this machine's.
      beats: [{ everyMs: TRIM_MS, work: () => trim(assembly.cacheFolder, log) }],
      stop: async () => {
        await charts.close()
        await base.close()
      },
    }
  },
})

/** Interface of the room. */
export type SettingsInterface = RoomInterface<typeof settings>

const trim = (cacheFolder: string, log: Log) =>
  trimCache(cacheFolder).catch((error: unknown) =>
    log.warn('cached tiles could not be trimmed; trying again in an hour', { error: sentenceOf(error) }),
  )

const othersAtWork = async (presence: Presence) =>
  new Set((await presence.screens()).flatMap(({ userId, isAdmin }) => (isAdmin ? [] : [userId]))).size
