import { countryCodeOf, countryNamesOf } from '@samudra/nautical/country-text'
import { ALPHA2_CODES, alpha3Of, countryNameOf } from '@samudra/nautical/iso-countries'
import { countryNames } from '@samudra/nautical/mid'
import { z } from 'zod'
import { nearestTo, shortened } from './misfits.ts'

/** Longest text that may mean a country, letters. */
const LONGEST = 80
const NAMES = [...new Set([...countryNames(), ...ALPHA2_CODES.map(countryNameOf)])]

/** Returns why a text is no country, with the nearest ones; null for a country. */
export function whyNoCountry(text: string): string | null {
  if (countryCodeOf(text) !== null) return null
  const wrong = shortened(text)
  const near = nearestTo(text, text.trim().length > 3 ? NAMES : ALPHA2_CODES)
  const remedy =
    near.length === 0
      ? 'write its ISO 3166 code, like IN'
      : `nearest: ${near.map((one) => describedCountry(one)).join(', ')}`
  return `${wrong} is no country; ${remedy}`
}
const describedCountry = (one: string) => {
  const code = countryCodeOf(one)!
  return `${code} (${code === one ? countryNameOf(code) : one})`
}

/**
 * Text that means a country, in the one form that is accepted everywhere: the ISO 3166 alpha-2 code ("IN"). The alpha-3
 * code and the English name mean the same, in capitals or small letters. Any other text is refused with the nearest
 * countries.
 */
const Text = z
  .string()
  .trim()
  .max(LONGEST)
  .superRefine((text, { addIssue }) => {
    const why = whyNoCountry(text)
    if (why !== null) addIssue({ code: 'custom', message: why })
  })

/** Country, read as its alpha-2 code. */
export const Country = Text.overwrite((text) => countryCodeOf(text) ?? text)

/** Country of a port: XZ is the code of UN/LOCODE for international waters. */
export const PortCountry = z.union([z.literal('XZ'), Country])

/** Boundary of no country, or of several: a code that ISO 3166 leaves to its users. */
export const NO_COUNTRY = 'XXX'
/** Country of a boundary, read as its alpha-3 code, which names boundaries. */
export const BoundaryCountry = z.union([
  z.literal(NO_COUNTRY),
  Text.overwrite((text) => alpha3Of(countryCodeOf(text) ?? '') ?? text),
])

/** Flag of vessels: a code means every vessel of the country, the name in a record the vessels that carry it. */
export const Flag = Text

/** Countries in a query, written as one text with commas or as an array. */
export const queryCountries = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(Country).max(200),
)
/** The same of counts, whose vessels without a flag are UNKNOWN. */
export const queryCountriesOrUnknown = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.union([z.literal('UNKNOWN'), Country])).max(200),
)

/** Flags of a filter, read as the names that records carry. */
export const FlagNames = z
  .array(Text)
  .max(300)
  .overwrite((texts) =>
    texts.flatMap((text) => {
      const names = countryNamesOf(text)
      return names.length === 0 ? [text] : [...names]
    }),
  )
