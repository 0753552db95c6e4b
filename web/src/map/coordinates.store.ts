import { create } from 'zustand'
import { COORDINATE_FORMATS, type CoordinateFormat } from './coordinates.ts'

const STORED = 'samudra.coordinates'

/** How positions under the pointer are written, kept with this browser. */
export const useFormat = create<{ format: CoordinateFormat }>(() => ({
  format: COORDINATE_FORMATS.find((one) => one === localStorage.getItem(STORED)) ?? 'DM',
}))

export function chooseFormat(format: CoordinateFormat) {
  localStorage.setItem(STORED, format)
  useFormat.setState({ format })
}
