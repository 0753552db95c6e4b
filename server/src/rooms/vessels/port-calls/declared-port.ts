import { metresBetween } from '@samudra/nautical/geodesy'
import { countryCodeOf } from '@samudra/nautical/country-text'
import { plain, slipsAllowed, slipsTo } from '@samudra/contract/near-text'

/** A port by the names crews use. */
export type NamedPort = {
  id: string
  locode: string | null
  name: string
  alias: readonly string[]
  country: string
  lat: number
  lon: number
}
/** Ways of understanding a declared destination. */
export type DeclaredBy = 'LOCODE' | 'NAME' | 'ABBREVIATION' | 'TYPO'
export type Declared =
  | { portId: string; by: DeclaredBy }
  /** Nothing declared; no port by that name known; several ports it could be. */
  | { portId: null; why: 'NOTHING' | 'UNKNOWN' | 'AMBIGUOUS' }

/**
 * Text that crews write before the destination port: the port of origin, or a word. Of several ports the last counts.
 */
const ARROW = /<?[>=-]+>|>+|=+>|\bTO\b/u
const LEADING = /^(?:FOR|DEST|DESTINATION|BOUND|NEXT|PORT OF|OFF|OPL|EOPL|WOPL)\s+/u
/** Text that crews write after it: part of the port, how to reach it, who waits. */
const TRAILING =
  /\s+(?:OPL|EOPL|WOPL|ROADS?|RDS|ANCH|ANCHORAGE|ANCHORAGES|ANC|OUTER|INNER|OFF|BERTH|BER|TERMINAL|TERM|TML|PILOT|EAST|WEST|PS|PBG|PEBGA|PEBGB|VIA|ETA|PORT|HARBOUR|HBR|BUNKERS?|STS|FO|\d+)\b.*$/u
/** No port, whatever it sounds like. */
const NO_PORT =
  /^(?:FOR )?(?:ORDERS?|AT SEA|NIL|NONE|UNKNOWN|FISHING( GROUNDS?)?|ARMED GUARDS?.*|TBN|TBA|N A|HIGH SEAS|DRIFTING|PATROL|NO DEST.*)$/u

/** Characters of a destination (ITU-R M.1371-5, message 5), and how much of a name must be left to know it by. */
const FIELD_LENGTH = 20
const LEAST_CUT_OFF = 8
/** Words of the name of a country. */
const MOST_WORDS = 3

/** Abbreviations of ports that crews of the region use, by UN/LOCODE. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  SGSIN: ['SPORE', 'S PORE', 'SIN', 'SGP', 'SINGAPORE STRAIT'],
  MYPKG: ['PKG', 'P KLANG', 'PT KLANG', 'PKLANG', 'PORT KELANG', 'P KELANG'],
  MYTPP: ['PTP', 'TG PELEPAS', 'TPP', 'T PELEPAS'],
  AEJEA: ['J ALI', 'JEA', 'JABAL ALI'],
  AEFJR: ['FUJ', 'FJR', 'FUJEIRAH', 'AL FUJAYRAH'],
  AEKLF: ['K FAKKAN', 'KHOR FAKKAN', 'KLF'],
  IRBND: ['B ABBAS', 'BANDARABBAS'],
  SAJED: ['JED', 'JIDDAH'],
  SADMM: ['DMM', 'KAP DAMMAM'],
  SARTA: ['R TANURA', 'RAS TANNURAH'],
  LKCMB: ['CMB', 'COL', 'CLB'],
  INNSA: ['NSA', 'JNPT', 'NHAVASHEVA', 'N SHEVA'],
  INBOM: ['BOM', 'MUM', 'MUMBAI PORT'],
  INMUN: ['MUN'],
  INCOK: ['COK'],
  INMAA: ['MAA', 'CHN'],
  INVTZ: ['VTZ', 'VIZ'],
  BDCGP: ['CTG', 'CGP', 'CHITTA', 'CHITTAGONG RDS'],
  MMRGN: ['RGN', 'YGN'],
  TZDAR: ['DAR', 'DSM', 'D SALAAM', 'DAR ES SALAM'],
  KEMBA: ['MSA', 'MOM', 'KILINDINI'],
  EGSUZ: ['SUEZ CANAL', 'SUZ', 'PT SUEZ'],
  DJJIB: ['JIB', 'DJB'],
  ZADUR: ['DBN', 'DUR'],
  OMSLL: ['SLL'],
  PKKHI: ['KHI', 'KAR'],
}

/** Understands destinations as crews declare them (ITU-R M.1371-5, message 5; IMO SN.1/Circ.244 requests UN/LOCODE). */
export class DeclaredPorts {
  readonly #byCode = new Map<string, NamedPort>()
  readonly #byName = new Map<string, NamedPort[]>()
  readonly #byShort = new Map<string, NamedPort>()
  readonly #names: { name: string; port: NamedPort }[] = []

  constructor(ports: Iterable<NamedPort>) {
    for (const port of ports) {
      if (port.locode !== null) this.#byCode.set(port.locode, port)
      for (const name of new Set([port.name, ...port.alias].map(plain))) {
        if (name === '') continue
        this.#byName.set(name, [...(this.#byName.get(name) ?? []), port])
        this.#names.push({ name, port })
      }
    }
    for (const [code, names] of Object.entries(SHORT)) {
      const port = this.#byCode.get(code)
      if (port !== undefined) for (const name of names) this.#byShort.set(name, port)
    }
  }

  /** The port a text means; of several by one name the one nearest to `from`, when that is plain. */
  understand(text: string | null, from: { lat: number; lon: number } | null = null): Declared {
    const last = this.#lastCode((text ?? '').toUpperCase().split(ARROW).at(-1)!)
    const query = plain(last).replace(LEADING, '')
    if (query === '')
      return { portId: null, why: text === null || plain(text) === '' ? 'NOTHING' : 'UNKNOWN' }
    if (NO_PORT.test(query)) return { portId: null, why: 'UNKNOWN' }
    const short = query.replace(TRAILING, '')
    const forms = [...new Set([query, short, withoutCountry(query), withoutCountry(short)])]
    return (
      this.#byExactCode(forms) ??
      this.#first(forms, (form) => this.#named(form, from)) ??
      this.#first(forms, (form) => answer(this.#byShort.get(form), 'ABBREVIATION')) ??
      this.#first(forms, (form) => this.#inCountry(form)) ??
      this.#cutOff(text!, query) ??
      this.#twice(query) ??
      this.#first([...new Set([short.length >= 5 ? short : query, query])], (form) =>
        this.#misspelt(form, from),
      ) ?? { portId: null, why: 'UNKNOWN' }
    )
  }

  /** "JNPT NHAVA SHEVA": two names of one port side by side. */
  #twice(query: string): Declared | null {
    const words = query.split(' ')
    for (let count = 1; count < words.length; count++) {
      const others = this.#byName.get(words.slice(count).join(' ')) ?? []
      const both = (this.#byName.get(words.slice(0, count).join(' ')) ?? []).filter((one) =>
        others.includes(one),
      )
      if (both.length === 1) return answer(both[0], 'NAME')
    }
    return null
  }

  /** A name that the field had no room for. */
  #cutOff(text: string, query: string): Declared | null {
    if (text.trimEnd().length < FIELD_LENGTH || query.length < LEAST_CUT_OFF) return null
    const begun = this.#names.filter(({ name }) => name.startsWith(query)).map(({ port }) => port)
    return new Set(begun).size === 1 ? answer(begun[0], 'NAME') : null
  }

  /** Returns the last of several whole codes side by side, "INMAA-LKCMB". */
  #lastCode(text: string): string {
    const parts = text.split(/[-/]/u).map((part) => plain(part).replaceAll(' ', ''))
    return parts.length > 1 && parts.every((part) => this.#byCode.has(part)) ? parts.at(-1)! : text
  }

  /** "MUMBAI, INDIA": a port by that name, or short for it, in that country. */
  #inCountry(form: string): Declared | null {
    const words = form.replace(/ (?:ANCH|ANCHORAGE|ROADS?|PORT)$/u, '').split(' ')
    for (let count = 1; count <= MOST_WORDS && count < words.length; count++) {
      const country = countryOf(words.slice(-count).join(' '))
      const name = words.slice(0, -count).join(' ')
      const named = this.#byName.get(name)?.filter((port) => port.country === country) ?? []
      if (named.length === 1) return answer(named[0], 'NAME')
      const short = this.#byShort.get(name)
      if (short?.country === country) return answer(short, 'ABBREVIATION')
    }
    return null
  }

  #first(forms: readonly string[], ask: (form: string) => Declared | null): Declared | null {
    for (const form of forms) {
      const found = ask(form)
      if (found !== null) return found
    }
    return null
  }

  /** The code in one word or in two, alone or before a berth. */
  #byExactCode([query = '', ...others]: readonly string[]): Declared | null {
    for (const form of [query, ...others]) {
      const [first = '', second = ''] = form.split(' ')
      // The berth may stand right behind the code.
      const bare = /^([A-Z]{5})\d+$/u.exec(first)?.[1] ?? ''
      const codes = [form.replaceAll(' ', ''), first, first.length === 2 ? first + second : '', bare]
      for (const code of codes) {
        const port = code.length === 5 ? this.#byCode.get(code) : undefined
        // A name of five letters may look like the code of another port; the name has priority.
        if (port !== undefined && !(code === form && this.#byName.has(form)))
          return { portId: port.id, by: 'LOCODE' }
      }
    }
    return null
  }

  #named(form: string, from: { lat: number; lon: number } | null): Declared | null {
    for (const name of [
      form,
      form.replace(/^(?:PT|P) /u, 'PORT '),
      `PORT ${form}`,
      `${form} PORT`,
      form.replace(/^PORT /u, ''),
    ]) {
      const ports = this.#byName.get(name)
      if (ports !== undefined) return oneOf(ports, from, 'NAME')
    }
    return null
  }

  #misspelt(query: string, from: { lat: number; lon: number } | null): Declared | null {
    const allowed = query.length < 5 ? 0 : slipsAllowed(query.length)
    let least = allowed + 1
    let best: NamedPort[] = []
    for (const { name, port } of this.#names) {
      if (Math.abs(name.length - query.length) > allowed) continue
      const slips = slipsTo(query, name, allowed)
      if (slips < least) [least, best] = [slips, []]
      if (slips === least && slips <= allowed && !best.includes(port)) best.push(port)
    }
    return best.length === 0 ? null : oneOf(best, from, 'TYPO')
  }
}

const answer = (port: NamedPort | undefined, by: DeclaredBy): Declared | null =>
  port === undefined ? null : { portId: port.id, by }

/** ISO 3166 alpha-2 of a country as it may stand behind a port. */
const countryOf = (words: string): string => countryCodeOf(words) ?? ''

/** "IN MUNDRA": the country stands before the name. */
const withoutCountry = (form: string) => (/^[A-Z]{2} \w{4,}/u.test(form) ? form.slice(3) : form)

/** Nearer than this times the next one, a port of a common name is the one that is meant. */
const PLAINLY = 0.5

function oneOf(
  ports: readonly NamedPort[],
  from: { lat: number; lon: number } | null,
  by: DeclaredBy,
): Declared {
  if (ports.length === 1) return { portId: ports[0]!.id, by }
  if (from === null) return { portId: null, why: 'AMBIGUOUS' }
  const near = ports
    .map((port) => ({ port, metres: metresBetween(from.lat, from.lon, port.lat, port.lon) }))
    .toSorted((a, b) => a.metres - b.metres)
  const isPlain = near[0]!.metres < near[1]!.metres * PLAINLY
  return isPlain ? { portId: near[0]!.port.id, by } : { portId: null, why: 'AMBIGUOUS' }
}
