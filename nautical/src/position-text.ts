/** Degrees and decimal minutes, as charts and radio speak: 06°55.842'N. */
function degreesMinutes(value: number, width: number, positive: string, negative: string): string {
  const thousandths = Math.round(Math.abs(value) * 60_000)
  const degrees = Math.floor(thousandths / 60_000)
  const minutes = (thousandths % 60_000) / 1000
  const side = value < 0 ? negative : positive
  return `${String(degrees).padStart(width, '0')}°${minutes.toFixed(3).padStart(6, '0')}'${side}`
}

export const latitudeText = (degrees: number) => degreesMinutes(degrees, 2, 'N', 'S')
export const longitudeText = (degrees: number) =>
  degreesMinutes(((((degrees + 180) % 360) + 360) % 360) - 180, 3, 'E', 'W')
export const positionText = (lat: number, lon: number) => `${latitudeText(lat)} ${longitudeText(lon)}`
