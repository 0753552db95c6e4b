/** Subject of the examples of inputs: a vessel, a time and waters that a test can fill. */
export const SHIP = '419000001'
const HOUR_MS = 3_600_000
const aroundNow = (ms: number) => new Date(Date.now() + ms).toISOString()
export const AROUND_NOW = { from: aroundNow(-HOUR_MS), to: aroundNow(HOUR_MS) }
/** Waters with that ship in them. */
export const WATERS = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [68, 5],
      [80, 5],
      [80, 15],
      [68, 15],
      [68, 5],
    ],
  ] as [number, number][][],
}
/** A harbour in them. */
export const HARBOUR = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [71.98, 9.98],
      [72.02, 9.98],
      [72.02, 10.02],
      [71.98, 10.02],
      [71.98, 9.98],
    ],
  ] as [number, number][][],
}
