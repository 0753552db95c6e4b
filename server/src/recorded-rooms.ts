import path from 'node:path'
import { rawReading } from './feeds/raw-reading.ts'
import { Registry } from './feeds/registry.ts'
import type { FeedsRoom } from './feeds/room.ts'
import { historyRoom } from './history/room.ts'
import type { RankedThen } from './sea/chosen-fix.ts'
import type { Administered } from './kernel/administered.ts'
import type { Log } from './kernel/log.ts'
import type { SamudraBus } from './sea/topics.ts'
import type { Clock } from './needs/clock.ts'
import type { Database, Db } from './needs/database.ts'
import type { ReplayRoom } from './replay/room.ts'

/** Rooms that are built later, each asked by itself: the feeds before the replay stands. */
type Later = { feeds: () => FeedsRoom; past: () => { replay: ReplayRoom } }

export type RecordedNames = ReturnType<typeof namesOf>

/** What is recorded, and the names of the numbers it is recorded under. */
export async function recordedRooms(
  { cacheFolder, database }: { cacheFolder: string; database: Database },
  base: { db: Db; clock: Clock; log: Log; bus: SamudraBus },
  settings: Administered,
  later: Later,
) {
  const dataFolder = path.dirname(cacheFolder)
  const registry = new Registry(base.db)
  await registry.load()
  const names = namesOf(registry, () => later.feeds().manager)
  const history = await historyRoom({
    ...base,
    settings,
    names,
    rawReading,
    beforeStore: () => registry.saveStations(new Date(base.clock.now())),
    keptPeriods: () => later.past().replay.keptPeriods(),
    archiveFolder: path.join(dataFolder, 'archive'),
    leftFile: path.join(cacheFolder, 'left-fixes'),
    dataFolder: database.engine === 'embedded' ? dataFolder : null,
  })
  return { registry, names, history }
}

/** Names and ranks of the numbers that fixes carry; the feeds are known once they are loaded. */
const namesOf = (registry: Registry, feeds: () => FeedsRoom['manager']) => ({
  sources: () => registry.sources(),
  sourceCode: (number: number) => registry.sourceCode(number),
  stationCode: (number: number) => registry.stationCode(number),
  feedName: (number: number): string | null => feeds().byNumber(number)?.row.name ?? null,
  priority: (number: number): number => feeds().priority(number),
  trust: (number: number): number => feeds().trust(number),
  rankedThen: (...asked: Parameters<RankedThen>) => feeds().ranked.during(...asked),
})
