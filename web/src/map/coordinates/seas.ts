import { SEAS } from '@samudra/nautical/places'

export const seaNames = {
  type: 'FeatureCollection' as const,
  features: SEAS.map(([name, lat, lon, rank]) => ({
    type: 'Feature' as const,
    properties: { name, rank },
    geometry: { type: 'Point' as const, coordinates: [lon, lat] },
  })),
}
