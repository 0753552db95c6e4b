/** A file of tiles (PMTiles v3) of the built-in charts; the caller knows the folder it lies in. */
export type TileArchive = {
  id: string
  file: string
  kind: 'vector' | 'raster'
  maxzoom: number
  /** Has to stand on every chart that shows it. */
  attribution: string
}

/** `tint` is the brightness of Blue Marble's sea, 0 deep to 255 shallow, to be coloured by the theme: not depths. */
export const ARCHIVES = [
  {
    id: 'base',
    file: 'base.pmtiles',
    kind: 'vector',
    maxzoom: 10,
    attribution: '© OpenStreetMap contributors, Natural Earth, GeoNames',
  },
  { id: 'imagery', file: 'imagery.pmtiles', kind: 'raster', maxzoom: 4, attribution: 'NASA Blue Marble' },
  { id: 'tint', file: 'tint.pmtiles', kind: 'raster', maxzoom: 4, attribution: 'NASA Blue Marble' },
] as const satisfies readonly TileArchive[]
