import { expect, test } from 'vitest'
import { registryStates } from './adsb/country.ts'
import { countryCodeOf, countryNamesOf, flagNameOf } from './country-text.ts'
import { ALPHA2_CODES, alpha3Of, countryNameOf } from './iso-countries.ts'
import { countryNames } from './mid.ts'

test('a country is read by either code and by its name, in any case of letters', () => {
  for (const text of ['IN', 'in', 'IND', 'ind', 'India', 'INDIA', ' india '])
    expect([text, countryCodeOf(text)]).toEqual([text, 'IN'])
  for (const code of ALPHA2_CODES)
    expect([code, alpha3Of(code), countryNameOf(code)].map((one) => countryCodeOf(one!))).toEqual([
      code,
      code,
      code,
    ])
  expect(['Turkey', 'Türkiye', 'Burma', 'UK', 'Korea, South', "Cote d'Ivoire"].map(countryCodeOf)).toEqual([
    'TR',
    'TR',
    'MM',
    'GB',
    'KR',
    'CI',
  ])
  for (const text of ['', 'XX', 'XXX', 'Indya', 'Atlantis', '419'])
    expect([text, countryCodeOf(text)]).toEqual([text, null])
})

test('the name in a record means itself, and a code every name of its country', () => {
  for (const name of [...countryNames(), ...registryStates().map((state) => state.name)])
    expect(countryNamesOf(name)).toEqual([name])
  expect(countryNamesOf('in')).toEqual(['India'])
  expect(countryNamesOf('US')).toEqual(['Alaska', 'United States'])
  expect(countryNamesOf('Alaska')).toEqual(['Alaska'])
  expect(countryNamesOf('CD')).toEqual(['DR Congo', 'Democratic Republic of the Congo'])
  // No vessel carries the flag of the Antarctic.
  expect(countryNamesOf('AQ')).toEqual(['Antarctica'])
  expect(countryNamesOf('Indya')).toEqual([])
  expect(['US', 'PT', 'india', 'nowhere'].map(flagNameOf)).toEqual([
    'United States',
    'Portugal',
    'India',
    null,
  ])
})
