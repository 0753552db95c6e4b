import type { RuleDraft } from '@samudra/contract/rules'
import { createContext, useContext } from 'react'

/** Subject of the rule whose conditions are shown. */
export const Subject = createContext<RuleDraft['subject']>('VESSEL')
export const useIsOfAircraft = (): boolean => useContext(Subject) === 'AIRCRAFT'
