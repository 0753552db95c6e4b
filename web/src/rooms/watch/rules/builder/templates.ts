import type { Detector } from '@samudra/contract/detectors'
import type { RuleDraft } from '@samudra/contract/rules'
import { NEW_RULE } from './rule-draft.ts'

/** A rule to begin with: one of a detector, to be narrowed and changed. */
export type Template = { key: string; label: string; text: string; sentence: string; rule: RuleDraft }

/** Rule of a detector that watches areas, with the area still to be chosen. */
const IN_AN_AREA: RuleDraft = {
  ...NEW_RULE,
  name: 'In an area of interest',
  severity: 'LOW',
  when: { k: 'zone', rel: 'ENTER', zone: { aoi: '' } },
}

/** Every rule of every detector as it is set now. Who begins with one keeps it to himself until he shares it. */
export function templatesOf(detectors: readonly Detector[]): Template[] {
  return detectors.flatMap(({ code, description, drafts, sentences }) => {
    const all = drafts.length > 0 ? drafts : [IN_AN_AREA]
    return all.map((draft, i) => ({
      key: `${code}.${i}`,
      label: draft.name,
      text: description,
      sentence: sentences[i] ?? 'When a vessel enters the area you choose',
      rule: { ...draft, visibility: 'PRIVATE' as const, actions: [{ do: 'ALERT' as const }] },
    }))
  })
}
