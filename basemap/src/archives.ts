/** An archive of tiles in `basemap/tiles`, built by `basemap/build`. */
export type ArchiveFacts = {
  /** As it stands in tile addresses. */
  id: 'base' | 'imagery' | 'tint'
  file: string
  kind: 'vector' | 'raster'
  maxzoom: number
  attribution: string
}

/** The three archives under every base layer, with what the licences want to be shown. */
export const ARCHIVES: readonly ArchiveFacts[] = [
  {
    id: 'base',
    file: 'base.pmtiles',
    kind: 'vector',
    maxzoom: 10,
    attribution: '© OpenStreetMap contributors, Natural Earth, GeoNames',
  },
  { id: 'imagery', file: 'imagery.pmtiles', kind: 'raster', maxzoom: 4, attribution: 'NASA Blue Marble' },
  { id: 'tint', file: 'tint.pmtiles', kind: 'raster', maxzoom: 4, attribution: 'NASA Blue Marble' },
]
