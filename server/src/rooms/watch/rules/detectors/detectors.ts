import { nodesIn } from '@samudra/contract/rule-tree'
import { sentenceOfRule } from '@samudra/contract/rule-words'
import type { Detector as Shown } from '@samudra/contract/detectors'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { draftsOf, type Detector, type DetectorRule } from '@samudra/rules/detectors/detector'
import { DETECTORS } from '@samudra/rules/detectors/detectors'
import {
  ADMINISTRATORS,
  EVERYONE,
  isAddressed,
  EMPTY_AUDIENCE,
  audienceOf,
  type Audience,
} from '../../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { columnsOf, type Held } from '../../../../platform/kernel/objects/object-rules.ts'
import type { HeldKind, Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { FilterInputsInterface } from '../../../chart/filter-inputs/room.ts'

/** Settings of a detector: thresholds that differ from the default, and flags that are not foreign. */
export type DetectorBody = { enabled: boolean; thresholds: Record<string, number>; home: string[] }
export type HeldDetector = Held<DetectorBody>

/** The codes whose rules ask whose flag is a foreign one. */
const HOME = new Set(['TWELVE_NM', 'TWENTY_FOUR_NM'])
export const needsHome = (code: string) => HOME.has(code)
/** Ships of the centre's own country sail its waters as they please. */
const USUAL_HOME = ['India']
/** Area types under watch; for others only the vessels inside are counted. */
const WATCHED = ['VIGILANCE', 'RESTRICTED']
const AREA = 'AREA_OF_INTEREST'

const asItIs = (code: string): DetectorBody => ({
  enabled: true,
  thresholds: {},
  home: needsHome(code) ? USUAL_HOME : [],
})

export const DETECTOR_OBJECTS: HeldKind<DetectorBody> = {
  type: 'detector',
  noun: 'detector',
  given: DETECTORS.map(({ code }) => ({ id: code, body: asItIs(code) })),
  seers: () => EVERYONE,
  changers: () => ADMINISTRATORS,
}

const BY_CODE = new Map(DETECTORS.map((one) => [one.code, one]))
/** A rule of a detector is named by its code, and by a number or an area where there are several. */
const ruleId = (code: string, part: string | number) => (part === 0 ? code : `${code}.${part}`)
/** The code of the detector a rule belongs to; undefined of rules that people make. */
export const detectorOfRule = (id: string): Detector | undefined => BY_CODE.get(id.split('.', 1)[0]!)

/** The rules a detector consists of as it is set; `area` is the one it watches. */
const drafts = (detector: Detector, { thresholds, home }: DetectorBody, area?: string): DetectorRule[] =>
  draftsOf(detector, thresholds, { home, areas: area === undefined ? [] : [area] })

/** Returns whether a rule of an area can hold: only areas that the whole centre sees have a baseline. */
const isEvaluable = ({ when }: DetectorRule, { visibility }: { visibility: string }) =>
  visibility === 'CENTRE' ||
  visibility === 'RELEASED' ||
  ![...nodesIn(when)].some((node) => 'k' in node && node.k === 'agg' && node.against !== undefined)

/** Detectors of the product as rules, rebuilt only when a setting or an area changes. */
export class Detectors {
  readonly objects: Objects<DetectorBody>
  readonly #areas: FilterInputsInterface['areas']
  #made: { of: readonly unknown[]; rules: readonly EvaluatedRule[] } = { of: [], rules: [] }

  constructor(objects: Objects<DetectorBody>, areas: FilterInputsInterface['areas']) {
    this.objects = objects
    this.#areas = areas
  }

  /** The rules that are evaluated; the same array until they change. */
  all(): readonly EvaluatedRule[] {
    const of = [this.objects.changes, this.#areas.changes]
    if (this.#made.of.every((one, i) => one === of[i]) && this.#made.of.length > 0) return this.#made.rules
    this.#made = { of, rules: [...this.objects.all()].flatMap((one) => this.#rulesOf(one)) }
    return this.#made.rules
  }

  /** Returns the audience of a detector rule's hits: all users, but for an area only those who see it. */
  seersOf(id: string): Audience {
    const detector = detectorOfRule(id)
    if (detector === undefined) return EMPTY_AUDIENCE
    if (detector.code !== AREA) return EVERYONE
    const area = this.#areas.find(this.areaOf(id) ?? '')
    return area === undefined ? EMPTY_AUDIENCE : audienceOf(area)
  }

  /** The area that a rule of a detector watches; null of one that watches none. */
  areaOf(id: string): string | null {
    return id.startsWith(`${AREA}.`) ? id.split('.')[1]! : null
  }

  /** Returns title and text of alerts of a detector rule: those of its detector, unless the rule has its own. */
  wordsOf(id: string): { title: string; text: string } {
    const detector = detectorOfRule(id)!
    const { code, label, text } = detector
    const area = this.areaOf(id)
    const part = id.split('.')[area === null ? 1 : 2]
    const rule =
      part === undefined ? undefined : drafts(detector, asItIs(code), area ?? undefined)[Number(part)]
    return rule?.summary === undefined ? { title: label, text } : { title: rule.name, text: rule.summary }
  }

  /** Returns true for a rule of a detector whose hits a caller may know. */
  isSeenBy(id: string, caller: Caller): boolean {
    return isAddressed(this.seersOf(id), caller)
  }

  /** A rule as it was in a version of its detector, also while that is off. */
  async ruleThen(id: string, version: number, caller: Caller): Promise<EvaluatedRule | undefined> {
    const code = detectorOfRule(id)!.code
    const known = [...(await this.objects.versions(code, caller)), this.objects.find(code)!]
    const then = known.find((one) => one.version === version)
    return then && this.#rulesOf(then, true).find((one) => one.id === id)
  }

  /** Rules of a detector, also while it is off; undefined of one that this release does not know. */
  rulesOfCode(code: string): EvaluatedRule[] | undefined {
    const one = this.objects.find(code)
    return one === undefined || !BY_CODE.has(code) ? undefined : this.#rulesOf(one, true)
  }

  /** Rules of detectors, also of those that are off now, of which a caller may know what they found. */
  ruleIds(caller: Caller): string[] {
    return [...this.objects.all()]
      .flatMap((one) => this.#rulesOf(one, true))
      .map(({ id }) => id)
      .filter((id) => this.isSeenBy(id, caller))
  }

  #rulesOf({ id: code, version, body }: HeldDetector, isAlsoOff = false): EvaluatedRule[] {
    const detector = BY_CODE.get(code)
    if (detector === undefined || (!body.enabled && !isAlsoOff)) return []
    if (code !== AREA)
      return drafts(detector, body).map((draft, at) => ({ ...draft, id: ruleId(code, at), version }))
    return [...this.#areas.all()]
      .filter(({ domain, body: { type } }) => domain === 'REAL' && WATCHED.includes(type))
      .flatMap((area) =>
        drafts(detector, body, area.id).flatMap((draft, at) =>
          isEvaluable(draft, area)
            ? [{ ...draft, id: ruleId(code, at === 0 ? area.id : `${area.id}.${at}`), version }]
            : [],
        ),
      )
  }
}

/** As the contract shows one. */
export function presentDetector(one: HeldDetector, mine: boolean): Shown {
  const detector = BY_CODE.get(one.id)!
  const { code, label, text, description, severity } = detector
  const { enabled, thresholds, home } = one.body
  const made = drafts(detector, one.body)
  return {
    ...columnsOf(one, mine),
    code,
    label,
    text,
    description,
    severity,
    enabled,
    thresholds: detector.thresholds.map(
      ({ key, label: words, unit, default: usual, least, most, source }) => ({
        key,
        label: words,
        unit,
        value: thresholds[key] ?? usual,
        usual,
        least,
        most,
        source,
      }),
    ),
    home: needsHome(code) ? home : null,
    sentences: made.map((draft) => sentenceOfRule(draft)),
    drafts: made.map(({ besides: _besides, summary: _summary, ...draft }) => draft),
  }
}
