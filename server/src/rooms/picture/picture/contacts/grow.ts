type Column = Uint8Array | Int8Array | Uint16Array | Int32Array | Uint32Array | Float64Array

/** A longer copy of a column. */
export function grown<T extends Column>(column: T, length: number): T {
  const longer = new (column.constructor as new (length: number) => T)(length)
  longer.set(column)
  return longer
}
