/** A port as a hand would mark it on the chart; the build moves the berth to the nearest open water. */
export type PortMark = {
  code: string
  name: string
  /** Degrees; at or just off the berths. */
  lat: number
  lon: number
  /** Share of the traffic of the region, 1 small to 10 great. */
  weight: number
}

const mark = (code: string, name: string, lat: number, lon: number, weight: number): PortMark => ({
  code,
  name,
  lat,
  lon,
  weight,
})

/** Positions from public charts and port guides, to about a mile. */
export const PORTS: readonly PortMark[] = [
  mark('INNSA', 'JNPT NHAVA SHEVA', 18.92, 72.9, 8),
  mark('INBOM', 'MUMBAI', 18.9, 72.86, 6),
  mark('INMUN', 'MUNDRA', 22.73, 69.69, 7),
  mark('INIXY', 'KANDLA', 22.83, 70.2, 5),
  mark('INPAV', 'PIPAVAV', 20.88, 71.51, 3),
  mark('INSIK', 'SIKKA', 22.48, 69.8, 4),
  mark('INMRM', 'MORMUGAO', 15.42, 73.78, 3),
  mark('INNML', 'NEW MANGALORE', 12.93, 74.79, 3),
  mark('INCOK', 'KOCHI', 9.97, 76.2, 5),
  mark('INTUT', 'TUTICORIN', 8.76, 78.22, 3),
  mark('INMAA', 'CHENNAI', 13.1, 80.32, 5),
  mark('INKAT', 'KATTUPALLI', 13.31, 80.36, 3),
  mark('INVTZ', 'VISAKHAPATNAM', 17.68, 83.31, 4),
  mark('INPRT', 'PARADIP', 20.25, 86.69, 4),
  mark('INHAL', 'HALDIA', 21.6, 88.1, 3),
  mark('INIXZ', 'PORT BLAIR', 11.68, 92.76, 2),
  mark('LKCMB', 'COLOMBO', 6.96, 79.83, 8),
  mark('LKHBA', 'HAMBANTOTA', 6.1, 81.1, 3),
  mark('LKTRR', 'TRINCOMALEE', 8.52, 81.22, 2),
  mark('LKGAL', 'GALLE', 6.02, 80.22, 1),
  mark('MVMLE', 'MALE', 4.18, 73.52, 2),
  mark('BDCGP', 'CHATTOGRAM', 22.2, 91.75, 5),
  mark('MMRGN', 'YANGON', 16.3, 96.3, 3),
  mark('THHKT', 'PHUKET', 7.8, 98.42, 1),
  mark('MYPEN', 'PENANG', 5.42, 100.34, 3),
  mark('MYPKG', 'PORT KLANG', 2.98, 101.3, 8),
  mark('MYTPP', 'TANJUNG PELEPAS', 1.32, 103.54, 6),
  mark('SGSIN', 'SINGAPORE', 1.24, 103.82, 10),
  mark('IDBLW', 'BELAWAN', 3.85, 98.74, 2),
  mark('IDJKT', 'TANJUNG PRIOK', -6.06, 106.88, 5),
  mark('IDSUB', 'SURABAYA', -6.9, 112.72, 3),
  mark('IDPDG', 'TELUK BAYUR', -1.0, 100.33, 1),
  mark('AUFRE', 'FREMANTLE', -32.04, 115.7, 3),
  mark('AUPHE', 'PORT HEDLAND', -20.25, 118.58, 5),
  mark('AUDAM', 'DAMPIER', -20.6, 116.75, 3),
  mark('PKKHI', 'KARACHI', 24.78, 66.96, 5),
  mark('PKBQM', 'PORT QASIM', 24.7, 67.2, 3),
  mark('PKGWD', 'GWADAR', 25.1, 62.35, 1),
  mark('IRBND', 'BANDAR ABBAS', 27.12, 56.2, 4),
  mark('IRBUZ', 'BUSHEHR', 28.95, 50.8, 2),
  mark('AEJEA', 'JEBEL ALI', 25.02, 55.03, 9),
  mark('AEKLF', 'KHOR FAKKAN', 25.36, 56.39, 4),
  mark('AEFJR', 'FUJAIRAH', 25.19, 56.39, 7),
  mark('AERUW', 'RUWAIS', 24.18, 52.73, 2),
  mark('QARLF', 'RAS LAFFAN', 25.93, 51.66, 4),
  mark('BHKBS', 'KHALIFA BIN SALMAN', 26.2, 50.72, 2),
  mark('SADMM', 'DAMMAM', 26.52, 50.25, 4),
  mark('KWMIN', 'MINA AL AHMADI', 29.06, 48.2, 3),
  mark('IQBSR', 'BASRAH OIL TERMINAL', 29.68, 48.82, 4),
  mark('OMSOH', 'SOHAR', 24.53, 56.66, 4),
  mark('OMMCT', 'MUSCAT', 23.64, 58.58, 2),
  mark('OMDQM', 'DUQM', 19.68, 57.73, 2),
  mark('OMSLL', 'SALALAH', 16.93, 54.01, 5),
  mark('YEADE', 'ADEN', 12.77, 44.97, 2),
  mark('DJJIB', 'DJIBOUTI', 11.62, 43.13, 4),
  mark('SOBBO', 'BERBERA', 10.46, 45.0, 2),
  mark('SAJED', 'JEDDAH', 21.46, 39.12, 6),
  mark('SDPZU', 'PORT SUDAN', 19.6, 37.25, 2),
  mark('SAYNB', 'YANBU', 24.05, 38.02, 3),
  mark('EGSUZ', 'SUEZ', 29.88, 32.55, 9),
  mark('KEMBA', 'MOMBASA', -4.08, 39.69, 4),
  mark('TZDAR', 'DAR ES SALAAM', -6.82, 39.33, 4),
  mark('TZZNZ', 'ZANZIBAR', -6.15, 39.17, 2),
  mark('MZMPM', 'MAPUTO', -25.96, 32.68, 3),
  mark('MZBEW', 'BEIRA', -19.88, 34.85, 2),
  mark('ZADUR', 'DURBAN', -29.87, 31.08, 5),
  mark('ZARCB', 'RICHARDS BAY', -28.81, 32.11, 4),
  mark('MGTMM', 'TOAMASINA', -18.14, 49.44, 2),
  mark('MUPLU', 'PORT LOUIS', -20.14, 57.48, 3),
  mark('REPDG', 'LE PORT REUNION', -20.92, 55.3, 2),
  mark('SCPOV', 'VICTORIA', -4.6, 55.48, 2),
  mark('SOMGQ', 'MOGADISHU', 2.02, 45.36, 1),
]

/** Where ships come from and go to beyond the chart. */
export const GATES: readonly PortMark[] = [
  mark('ZACPT', 'CAPE TOWN', -37, 21.5, 8),
  mark('CNSHA', 'SHANGHAI', 7.5, 109.5, 9),
  mark('AUMEL', 'MELBOURNE', -38, 119, 2),
]
