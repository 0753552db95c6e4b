import { countryOfMmsi } from '@samudra/nautical/mmsi'

/** The flag a number was given under, as the popup names it. */
export const countryOf = (mmsi: string): string | null =>
  mmsi === '' ? null : (countryOfMmsi(Number(mmsi))?.name ?? null)
