/** Digits 1 to 6 times 7 to 2, added up; the last digit of the sum is digit 7 (IMO resolution A.1117(30)). */
function checkDigit(firstSix: number): number {
  let sum = 0
  for (let weight = 2, rest = firstSix; weight <= 7; weight++) {
    sum += (rest % 10) * weight
    rest = Math.floor(rest / 10)
  }
  return sum % 10
}

/** Returns true for an IMO number with seven digits and the right check digit. 0 means "none" and is not valid. */
export function isValidImo(imo: number | string): boolean {
  if (typeof imo === 'string' && !/^\d{7}$/.test(imo)) return false
  const number = Number(imo)
  if (!Number.isInteger(number) || number < 1_000_000 || number > 9_999_999) return false
  return checkDigit(Math.floor(number / 10)) === number % 10
}

/** The seven-digit IMO number of six leading digits (100000-999999). */
export const imoOf = (firstSix: number) => firstSix * 10 + checkDigit(firstSix)
