export function countryOf(_mmsi: string): string | null {
  return null
}
