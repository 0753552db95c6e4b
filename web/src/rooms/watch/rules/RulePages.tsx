import { DETECTORS, RULES } from '../../../kit/pages/links.ts'
import { NearPages } from '../../../kit/tables/NearPages.tsx'

const PAGES = [
  [RULES, 'Rules'],
  [DETECTORS, 'Detectors'],
] as const

/** The ways between what people ask of the sea and what the product does. */
export const RulePages = () => <NearPages label="Screens about rules" of={PAGES} />
