type NameOf = (mmsi: string) => string
let heldName: NameOf = () => ''
/** Registers the function that names drawn vessels; it returns an empty string for one not drawn or without a name. */
export const namesShips = (nameOf: NameOf) => void (heldName = nameOf)

/** Returns a vessel's name and MMSI while the chart holds it, otherwise its MMSI. */
export function shipWords(mmsi: string): string {
  const name = heldName(mmsi)
  return name === '' ? `MMSI ${mmsi}` : `${name} · ${mmsi}`
}
