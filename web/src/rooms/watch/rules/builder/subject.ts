import type { RuleDraft } from '@samudra/contract/rules'
import { createContext, useContext } from 'react'

/** What the rule is about whose conditions are shown. */
export const Subject = createContext<RuleDraft['subject']>('VESSEL')
export const useIsOfAircraft = (): boolean => useContext(Subject) === 'AIRCRAFT'
