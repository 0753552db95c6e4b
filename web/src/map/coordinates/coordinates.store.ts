import { create } from 'zustand'
import { keepStore, oneOf } from '../../store/saved-stores.ts'
import { COORDINATE_FORMATS, type CoordinateFormat } from './coordinates.ts'

/** Format of positions under the pointer, stored in this browser. */
export const useFormat = create<{ format: CoordinateFormat }>(() => ({
  format: 'DM',
}))
keepStore(useFormat, {
  name: 'ui.coordinates',
  of: 'browser',
  read: ({ format }) => ({ format }),
  restore: ({ format }) => ({ format: oneOf(['DM', ...COORDINATE_FORMATS], format) }),
})

export const chooseFormat = (format: CoordinateFormat) => useFormat.setState({ format })
