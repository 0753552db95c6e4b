import type { Told } from '../sea/topics.ts'
import type { AlertRow } from './alert.ts'

/** A notice of one alert, which leads to that alert and not to the list, where it may not stand any more. */
export const leadingTo = ({ id }: Pick<AlertRow, 'id'>, told: Told): Told => ({
  ...told,
  link: { kind: 'alert', id },
})
