/** Nine digits, as an MMSI is written. */
export const mmsiText = (mmsi: number) => String(mmsi).padStart(9, '0')
