import { localDb } from './persist.ts'

/**
 * Shapes that were read before are drawn at once and until they are read anew. Nothing is told when the browser's
 * database does not answer: they are read then as if they had never been.
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
