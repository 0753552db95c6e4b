type NameOf = (mmsi: string) => string
let heldName: NameOf = () => ''
/** Whoever draws ships says what they are called; empty for one that is not drawn or tells no name. */
export const namesShips = (nameOf: NameOf) => void (heldName = nameOf)

/** A ship by her name and MMSI while the chart holds her, by her MMSI else. */
export function shipWords(mmsi: string): string {
  const name = heldName(mmsi)
  return name === '' ? `MMSI ${mmsi}` : `${name} · ${mmsi}`
}
