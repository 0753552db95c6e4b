import { create } from 'zustand'
import { keepStore, oneOf } from '../../store/saved-stores.ts'

/** Heights of a table's rows, pixels. */
export const ROW_PX = { roomy: 34, dense: 26 } as const
export type Density = keyof typeof ROW_PX

/** Density of the rows of every table. */
export const useDensity = create<{ density: Density }>(() => ({ density: 'roomy' }))
keepStore(useDensity, {
  name: 'ui.tables',
  of: 'browser',
  read: ({ density }) => ({ density }),
  restore: ({ density }) => ({ density: oneOf(['roomy', 'dense'], density) }),
})
export const nextDensity = () =>
  useDensity.setState(({ density }) => ({ density: density === 'roomy' ? 'dense' : 'roomy' }))
