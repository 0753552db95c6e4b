/** Contents of a file of shapes; each format is read by a file beside this one. */
export type GeoFormat = 'GeoJSON' | 'KML' | 'GeoPackage' | 'Shapefile' | 'CSV'
export type Properties = Record<string, string | number | boolean | null>
export type Position = [lon: number, lat: number]
export type GeoGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint' | 'LineString'; coordinates: Position[] }
  | { type: 'MultiLineString' | 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }
/** Feature of a file; `at` counts features from 1, and `line` is set where a format has lines. */
export type GeoFeature = { at: number; line: number | null; properties: Properties; geometry: GeoGeometry }
export type GeoFault = { at: number | null; line: number | null; why: string }
export type GeoReading = {
  format: GeoFormat
  features: GeoFeature[]
  faults: GeoFault[]
  /** Features in the file, whether they could be used or not. */
  total: number
}

export type GeoOptions = {
  /** The name the file came with; its content decides, the name only where content cannot (CSV). */
  name: string
  /** Areas alone, or every kind of geometry. */
  only: 'areas' | 'any'
  /** Corners nearer than this to the simpler line are left out; degrees, 0 for none. */
  tolerance: number
  mostFeatures: number
  /** Maximum number of positions in all features together. */
  mostPositions: number
}

/** A file as a reader hands it on, feature by feature, before anything is checked. */
export type RawFeature = { line: number | null; properties: unknown; geometry: unknown }
/** A reader yields what it found, or why one feature cannot be read; it throws when nothing can. */
export type RawFeatures = Iterable<RawFeature | GeoFault> | AsyncIterable<RawFeature | GeoFault>
