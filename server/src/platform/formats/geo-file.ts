import type { ReadingRequest, Readers } from '../kernel/files/readers.ts'
import type { GeoOptions, GeoReading } from './geo-reading.ts'

/** Reads a user's file of shapes, apart from the server. Throws BAD_FORMAT with what is wrong. */
export const readGeoFile = (
  readers: Readers,
  who: string,
  bytes: ReadingRequest['bytes'],
  options: GeoOptions,
): Promise<GeoReading> => readers.read({ reading: 'shapes', who, options, bytes })
