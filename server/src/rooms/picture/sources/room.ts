import { room } from '../../../platform/ground.ts'
import { Registry } from './registry.ts'

export type { FeedVersion } from './registry.sql.ts'
export type SourcesInterface = Registry

/** The numbers that fixes carry for sources, feeds and stations, and what stands behind them. */
export const sources = room({
  name: 'sources',
  uses: {},
  open: async ({ db, bus, others }) => {
    const door = new Registry(db, () => bus.publish('ranking', null), others)
    await door.load()
    return { door }
  },
})
