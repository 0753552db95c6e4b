import { registryStates } from './adsb/country.ts'
import { ALPHA2_CODES, alpha2Of, countryNameOf } from './iso-countries.ts'
import { countriesWithDigits } from './mid.ts'

/** Spellings in lists of ports, registers and AIS destinations that differ from the names of ISO 3166 and of the ITU. */
const OTHERWISE = `
MM Burma|KR Korea, South|KR South Korea|KR Korea, Republic of|KP Korea, North|KP North Korea|US U.S.|US U.S.A.|US USA
US United States of America|HK Hong Kong|MO Macau|TR Turkey|CI Ivory Coast|CD Congo, Democratic Republic of the|GM Gambia, The
BS Bahamas, The|IO British Indian Ocean Territory|CV Cape Verde|TL East Timor|AE U A E|AE UAE|SA KSA|ZA RSA|GB UK|GB Great Britain
RU Russia|SY Syrian Arab Republic|IR Iran, Islamic Republic of|TZ Tanzania, United Republic of|VN Vietnam|LA Lao PDR
CZ Czechia|SZ Swaziland|MK Macedonia|BN Brunei|FM Micronesia, Federated States of|VE Venezuela, Bolivarian Republic of`

/** Letters and digits as names are compared: capitals, without accents and punctuation. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Country or territory of one spelling; `name` where the spelling is that of records of vessels or of aircraft. */
type Spelt = { readonly iso2: string; readonly name: string | null }

let bySpelling: ReadonlyMap<string, Spelt> | null = null
function readSpellings(): ReadonlyMap<string, Spelt> {
  const spelt: [string, Spelt][] = []
  const add = (text: string, iso2: string, name: string | null) => spelt.push([plain(text), { iso2, name }])
  for (const entry of OTHERWISE.trim().split(/[|\n]/)) add(entry.slice(3), entry.slice(0, 2), null)
  for (const iso2 of ALPHA2_CODES) add(countryNameOf(iso2), iso2, null)
  for (const { iso2, name } of registryStates()) add(name, iso2, name)
  for (const { iso2, name } of countriesWithDigits()) add(name, iso2, name)
  return new Map(spelt)
}

const CODES = new Set(ALPHA2_CODES)
function speltBy(text: string): Spelt | null {
  const capitals = text.trim().toUpperCase()
  const iso2 = CODES.has(capitals) ? capitals : alpha2Of(capitals)
  if (iso2 !== null) return { iso2, name: null }
  bySpelling ??= readSpellings()
  return bySpelling.get(plain(text)) ?? null
}

/**
 * Reads a country as people and files write it: its ISO 3166 code of two or three letters, or its English name, in
 * capitals or small letters. Returns the code of two letters; null for what is no country. Every text that means a
 * country is read here.
 */
export const countryCodeOf = (text: string): string | null => speltBy(text)?.iso2 ?? null

/**
 * Returns the names under which records of vessels and aircraft carry a country; the ISO name where none carries it.
 * A code means all names of its country, as of the United States and Alaska; the name of a record means itself.
 * Empty for what is no country.
 */
export function countryNamesOf(text: string): readonly string[] {
  const spelt = speltBy(text)
  if (spelt === null) return []
  if (spelt.name !== null) return [spelt.name]
  const carried = namesOf(countriesWithDigits(), spelt.iso2)
  const all = [...new Set([...carried, ...namesOf(registryStates(), spelt.iso2)])]
  return all.length > 0 ? all : [countryNameOf(spelt.iso2)]
}
const namesOf = (all: readonly { iso2: string; name: string }[], iso2: string) =>
  all.flatMap((one) => (one.iso2 === iso2 ? [one.name] : []))

/** Returns the one name by which records of vessels carry a country; null for what is no country. */
export function flagNameOf(text: string): string | null {
  const names = countryNamesOf(text)
  const iso2 = countryCodeOf(text)
  return names.find((name) => iso2 !== null && plain(name) === plain(countryNameOf(iso2))) ?? names[0] ?? null
}
