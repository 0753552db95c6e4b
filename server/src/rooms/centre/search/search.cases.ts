import { quickSearch } from '@samudra/contract/search'
import { parameterCase } from '../../../../testing/parameters/row.ts'

export const CASES = [
  // Two ports bear this name; which is first depends on where one looks.
  parameterCase(quickSearch, { base: () => ({ q: 'kochi', lat: 10, lon: 75 }) }),
]
