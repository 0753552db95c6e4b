/** Names of seas and straits with their place and the rank that decides how early they are shown. */
const SEAS: readonly [name: string, lon: number, lat: number, rank: number][] = [
  ['Indian Ocean', 78, -12, 0],
  ['Arabian Sea', 64, 15, 1],
  ['Bay of Bengal', 88, 14, 1],
  ['South China Sea', 113, 13, 1],
  ['Andaman Sea', 95.5, 10, 2],
  ['Laccadive Sea', 75.5, 7.5, 2],
  ['Persian Gulf', 51.5, 27, 2],
  ['Gulf of Oman', 58.6, 24.8, 2],
  ['Red Sea', 38.5, 20, 2],
  ['Gulf of Aden', 48, 12.3, 2],
  ['Mozambique Channel', 41.5, -18, 2],
  ['Strait of Malacca', 99.6, 4, 2],
  ['Java Sea', 111, -5, 2],
  ['Timor Sea', 127, -11, 2],
  ['Palk Strait', 79.9, 10, 3],
  ['Gulf of Mannar', 78.7, 8.4, 3],
  ['Strait of Hormuz', 56.5, 26.55, 3],
  ['Bab-el-Mandeb', 43.3, 12.6, 3],
  ['Singapore Strait', 103.85, 1.2, 4],
  ['Nine Degree Channel', 73, 9, 3],
  ['Ten Degree Channel', 92.6, 10, 3],
  ['Sunda Strait', 105.2, -6, 3],
  ['Lombok Strait', 115.75, -8.7, 3],
  ['Gulf of Khambhat', 72.3, 21.3, 3],
  ['Gulf of Kachchh', 69.6, 22.6, 3],
]

export const seaNames = {
  type: 'FeatureCollection' as const,
  features: SEAS.map(([name, lon, lat, rank]) => ({
    type: 'Feature' as const,
    properties: { name, rank },
    geometry: { type: 'Point' as const, coordinates: [lon, lat] },
  })),
}
