/** Nine digits, as an MMSI is written. */
export const mmsiText = (mmsi: number) => String(mmsi).padStart(9, '0')
/** Seven digits, as an IMO number is written. */
export const imoText = (imo: number | null): string | null =>
  imo === null ? null : String(imo).padStart(7, '0')
