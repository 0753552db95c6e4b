/** State of registry of a 24-bit aircraft address: ISO 3166-1 alpha-2 code and English name. */
export type RegistryState = { readonly iso2: string; readonly name: string }

/**
 * Blocks of 24-bit aircraft addresses (ICAO Annex 10, volume III, part I, appendix to chapter 9, table 9-1). Each has
 * code, name, first address in hexadecimal, size in units of 1,024. Blocks left to ICAO regions have no state. Hong
 * Kong and Macao use parts of the block of China; Taiwan uses addresses that the table does not name.
 */
const ALLOCATED = `
ZW Zimbabwe 4000 1|MZ Mozambique 6000 4|ZA South Africa 8000 32|EG Egypt 10000 32|LY Libya 18000 32
MA Morocco 20000 32|TN Tunisia 28000 32|BW Botswana 30000 1|BI Burundi 32000 4|CM Cameroon 34000 4
KM Comoros 35000 1|CG Congo 36000 4|CI Côte d'Ivoire 38000 4|GA Gabon 3e000 4|ET Ethiopia 40000 4
GQ Equatorial Guinea 42000 4|GH Ghana 44000 4|GN Guinea 46000 4|GW Guinea-Bissau 48000 1|LS Lesotho 4a000 1
KE Kenya 4c000 4|LR Liberia 50000 4|MG Madagascar 54000 4|MW Malawi 58000 4|MV Maldives 5a000 1|ML Mali 5c000 4
MR Mauritania 5e000 1|MU Mauritius 60000 1|NE Niger 62000 4|NG Nigeria 64000 4|UG Uganda 68000 4|QA Qatar 6a000 1
CF Central African Republic 6c000 4|RW Rwanda 6e000 4|SN Senegal 70000 4|SC Seychelles 74000 1
SL Sierra Leone 76000 1|SO Somalia 78000 4|SZ Eswatini 7a000 1|SD Sudan 7c000 4|TZ Tanzania 80000 4|TD Chad 84000 4
TG Togo 88000 4|ZM Zambia 8a000 4|CD Democratic Republic of the Congo 8c000 4|AO Angola 90000 4|BJ Benin 94000 1
CV Cabo Verde 96000 1|DJ Djibouti 98000 1|GM Gambia 9a000 4|BF Burkina Faso 9c000 4
ST Sao Tome and Principe 9e000 1|DZ Algeria a0000 32|BS Bahamas a8000 4|BB Barbados aa000 1|BZ Belize ab000 1
CO Colombia ac000 4|CR Costa Rica ae000 4|CU Cuba b0000 4|SV El Salvador b2000 4|GT Guatemala b4000 4
GY Guyana b6000 4|HT Haiti b8000 4|HN Honduras ba000 4|VC Saint Vincent and the Grenadines bc000 1
JM Jamaica be000 4|NI Nicaragua c0000 4|PA Panama c2000 4|DO Dominican Republic c4000 4
TT Trinidad and Tobago c6000 4|SR Suriname c8000 4|AG Antigua and Barbuda ca000 1|GD Grenada cc000 1
MX Mexico d0000 32|VE Venezuela d8000 32|RU Russian Federation 100000 1024|NA Namibia 201000 1|ER Eritrea 202000 1
IT Italy 300000 256|ES Spain 340000 256|FR France 380000 256|DE Germany 3c0000 256|GB United Kingdom 400000 256
AT Austria 440000 32|BE Belgium 448000 32|BG Bulgaria 450000 32|DK Denmark 458000 32|FI Finland 460000 32
GR Greece 468000 32|HU Hungary 470000 32|NO Norway 478000 32|NL Netherlands 480000 32|PL Poland 488000 32
PT Portugal 490000 32|CZ Czech Republic 498000 32|RO Romania 4a0000 32|SE Sweden 4a8000 32|CH Switzerland 4b0000 32
TR Türkiye 4b8000 32|RS Serbia 4c0000 32|CY Cyprus 4c8000 1|IE Ireland 4ca000 4|IS Iceland 4cc000 4
LU Luxembourg 4d0000 1|MT Malta 4d2000 1|MC Monaco 4d4000 1|SM San Marino 500000 1|AL Albania 501000 1
HR Croatia 501c00 1|LV Latvia 502c00 1|LT Lithuania 503c00 1|MD Moldova 504c00 1|SK Slovakia 505c00 1
SI Slovenia 506c00 1|UZ Uzbekistan 507c00 1|UA Ukraine 508000 32|BY Belarus 510000 1|EE Estonia 511000 1
MK North Macedonia 512000 1|BA Bosnia and Herzegovina 513000 1|GE Georgia 514000 1|TJ Tajikistan 515000 1
ME Montenegro 516000 1|AM Armenia 600000 1|AZ Azerbaijan 600800 1|KG Kyrgyzstan 601000 1|TM Turkmenistan 601800 1
BT Bhutan 680000 1|FM Micronesia 681000 1|MN Mongolia 682000 1|KZ Kazakhstan 683000 1|PW Palau 684000 1
AF Afghanistan 700000 4|BD Bangladesh 702000 4|MM Myanmar 704000 4|KW Kuwait 706000 4|LA Laos 708000 4
NP Nepal 70a000 4|OM Oman 70c000 1|KH Cambodia 70e000 4|SA Saudi Arabia 710000 32|KR Republic of Korea 718000 32
KP Democratic People's Republic of Korea 720000 32|IQ Iraq 728000 32|IR Iran 730000 32|IL Israel 738000 32
JO Jordan 740000 32|LB Lebanon 748000 32|MY Malaysia 750000 32|PH Philippines 758000 32|PK Pakistan 760000 32
SG Singapore 768000 32|LK Sri Lanka 770000 32|SY Syria 778000 32|CN China 780000 256|AU Australia 7c0000 256
IN India 800000 256|JP Japan 840000 256|TH Thailand 880000 32|VN Viet Nam 888000 32|YE Yemen 890000 4
BH Bahrain 894000 4|BN Brunei Darussalam 895000 1|AE United Arab Emirates 896000 4|SB Solomon Islands 897000 1
PG Papua New Guinea 898000 4|TW Taiwan 899000 1|ID Indonesia 8a0000 32|MH Marshall Islands 900000 1
CK Cook Islands 901000 1|WS Samoa 902000 1|US United States a00000 1024|CA Canada c00000 256|NZ New Zealand c80000 32
FJ Fiji c88000 4|NR Nauru c8a000 1|LC Saint Lucia c8c000 1|TO Tonga c8d000 1|KI Kiribati c8e000 1|VU Vanuatu c90000 1
AR Argentina e00000 256|BR Brazil e40000 256|CL Chile e80000 4|EC Ecuador e84000 4|PY Paraguay e88000 4
PE Peru e8c000 4|UY Uruguay e90000 4|BO Bolivia e94000 4`

/** By the upper fourteen bits of an address. */
let stateOf: (RegistryState | undefined)[] | null = null

function readAllocated(): (RegistryState | undefined)[] {
  const byBlock: (RegistryState | undefined)[] = Array.from({ length: 1 << 14 })
  for (const entry of ALLOCATED.trim().split(/[|\n]/)) {
    const [, iso2, name, first, size] = /^(\S+) (.+) ([0-9a-f]+) (\d+)$/.exec(entry)!
    const state = { iso2: iso2!, name: name! }
    const from = parseInt(first!, 16) >> 10
    for (let block = from; block < from + Number(size); block++) byBlock[block] = state
  }
  return byBlock
}

/**
 * Returns the state that registers aircraft of this address; null when ICAO has assigned the block to no state, or it
 * is no ICAO address.
 */
export function stateOfAddress(address: number): RegistryState | null {
  if (address > 0xffffff) return null
  stateOf ??= readAllocated()
  return stateOf[address >> 10] ?? null
}

/** Returns the states with blocks of addresses of their own, each once. */
export function registryStates(): RegistryState[] {
  stateOf ??= readAllocated()
  return [...new Set(stateOf.flatMap((state) => state ?? []))]
}
