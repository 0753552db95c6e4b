import { localDb } from './persist.ts'

/**
 * Returns stored shapes, which are drawn at once until they are read again. If the browser's database does not answer,
 * it reports no error and the shapes are read as for the first time.
 */
export async function savedShapes<T>(name: string): Promise<T | undefined> {
  return (await localDb()
    ?.geojson.get(name)
    .catch(() => undefined)) as T | undefined
}

export function keepShapes(name: string, shapes: unknown) {
  void localDb()
    ?.geojson.put(name, shapes)
    .catch(() => undefined)
}
