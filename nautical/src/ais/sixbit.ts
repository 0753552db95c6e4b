/** The two six-bit alphabets of AIS: the armour of the payload (IEC 61162-1) and its text (M.1371-5 table 47). */

/** Value of `SEXTET_OF` for a byte that cannot stand in a payload. */
export const NOT_ARMOUR = 255

/** Armour character code to sextet. */
export const SEXTET_OF = new Uint8Array(256).fill(NOT_ARMOUR)
for (let code = 48; code < 88; code++) SEXTET_OF[code] = code - 48
for (let code = 96; code < 120; code++) SEXTET_OF[code] = code - 56

/** Sextet to armour character code. */
export const armourOf = (sextet: number) => (sextet < 40 ? sextet + 48 : sextet + 56)

/** Sextet to ASCII code of six-bit text: 0-31 are @ to _, 32-63 are blank to ?. */
export const asciiOf = (sextet: number) => (sextet < 32 ? sextet + 64 : sextet)

const QUESTION_MARK = 63

/** ASCII code to sextet of six-bit text; small letters become capitals, what has no place becomes a question mark. */
export function sextetOfText(code: number): number {
  if (code >= 97 && code <= 122) return code - 96
  if (code >= 64 && code <= 95) return code - 64
  return code >= 32 && code <= 63 ? code : QUESTION_MARK
}

/** Value of a hexadecimal digit's character code; of any other byte one that makes no byte with any neighbour. */
export const HEX_VALUE = new Uint16Array(256).fill(0x1000)
for (let digit = 0; digit < 10; digit++) HEX_VALUE[48 + digit] = digit
for (let digit = 10; digit < 16; digit++) {
  HEX_VALUE[55 + digit] = digit
  HEX_VALUE[87 + digit] = digit
}
