/** Codes of live frames by name, in the order of `KINDS` and of the navigational statuses. */
export const KIND = {
  classA: 0,
  classB: 1,
  baseStation: 2,
  aton: 3,
  sarAircraft: 4,
  locatingDevice: 5,
} as const
export const NAV = { atAnchor: 1, moored: 5, aground: 6 } as const
