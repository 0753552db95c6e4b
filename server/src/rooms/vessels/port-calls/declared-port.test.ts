import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DeclaredPorts, type Declared } from './declared-port.ts'

type Listed = { locode: string; name: string; country: string; lon: number; lat: number; alias: string[] }
const listed = JSON.parse(
  readFileSync(new URL('../../../../../basemap/tiles/ports.json', import.meta.url), 'utf8'),
) as Listed[]
const ports = new DeclaredPorts(listed.map((port) => ({ id: port.locode, ...port })))
const words = (found: Declared) => (found.portId === null ? found.why : `${found.portId} ${found.by}`)

test.each([
  ['INMUN', 'INMUN LOCODE'],
  ['IN MUN', 'INMUN LOCODE'],
  ['IN-MUN', 'INMUN LOCODE'],
  ['IN.MUN', 'INMUN LOCODE'],
  ['SGSIN>INMUN', 'INMUN LOCODE'],
  ['SG SIN -> IN MUN', 'INMUN LOCODE'],
  ['AE JEA>>LK CMB OPL', 'LKCMB LOCODE'],
  ['SG SIN PEBGA', 'SGSIN LOCODE'],
  ['INMUN BER 4', 'INMUN LOCODE'],
  ['MUNDRA', 'INMUN NAME'],
  ['MUNDRA PORT', 'INMUN NAME'],
  ['IN MUNDRA', 'INMUN NAME'],
  ['MUNDRA INDIA ANCH', 'INMUN NAME'],
  ['COLOMBO,SRI LANKA', 'LKCMB NAME'],
  ['JEBEL ALI, U.A.E', 'AEJEA NAME'],
  ['CHENNAI, IN', 'INMAA NAME'],
  ['J ALI UAE', 'AEJEA ABBREVIATION'],
  ['MUNDRA PAKISTAN', 'UNKNOWN'],
  ['INMAA-LKCMB', 'LKCMB LOCODE'],
  ['INBOM/AEJEA', 'AEJEA LOCODE'],
  ['INBOM1', 'INBOM LOCODE'],
  ['KHALIFA BIN SALMAN P', 'BHKBS NAME'],
  ['KHALIFA BIN SALMAN', 'BHKBS NAME'],
  ['KHALIFA BIN SALM', 'UNKNOWN'],
  ['JNPT NHAVA SHEVA', 'INNSA NAME'],
  ['BASRAH OIL TERMINAL', 'IQBSR TYPO'],
  ['COLOMBO KOCHI', 'UNKNOWN'],
  ['EOPL SINGAPORE', 'SGSIN NAME'],
  ['SINGAPORE EAST', 'SGSIN NAME'],
  ['COLOMBO ANCHORAGE', 'LKCMB NAME'],
  ['COLOMBO TO KOCHI', 'INCOK NAME'],
  ['PT KLANG', 'MYPKG NAME'],
  ['BOMBAY', 'INBOM NAME'],
  ["S'PORE", 'SGSIN ABBREVIATION'],
  ['B.ABBAS', 'IRBND ABBREVIATION'],
  ['J.ALI', 'AEJEA ABBREVIATION'],
  ['CTG', 'BDCGP ABBREVIATION'],
  ['COLOMBBO', 'LKCMB TYPO'],
  ['HAMBANTOTTA', 'LKHBA TYPO'],
  ['SALALHA', 'OMSLL TYPO'],
  ['FOR ORDERS', 'UNKNOWN'],
  ['ARMED GUARDS ONBOARD', 'UNKNOWN'],
  ['XYZZY', 'UNKNOWN'],
  ['', 'NOTHING'],
  ['@@@@', 'NOTHING'],
])('a crew that writes %s means %s', (text, meant) => {
  expect(words(ports.understand(text, { lat: 8, lon: 75 }))).toBe(meant)
})

test('of two ports by one name the one near the ship is meant, and neither when both are far', () => {
  const two = new DeclaredPorts([
    {
      id: 'SCPOV',
      locode: 'SCPOV',
      name: 'Victoria',
      alias: [],
      country: 'Seychelles',
      lat: -4.6,
      lon: 55.5,
    },
    { id: 'CAVIC', locode: 'CAVIC', name: 'Victoria', alias: [], country: 'Canada', lat: 48.4, lon: -123.4 },
  ])
  expect(words(two.understand('VICTORIA', { lat: -2, lon: 52 }))).toBe('SCPOV NAME')
  expect(words(two.understand('VICTORIA'))).toBe('AMBIGUOUS')
})
