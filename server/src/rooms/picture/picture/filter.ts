import type { AisFilter } from '@samudra/contract/filter'
import { clausesOf, hiding, passes } from '@samudra/contract/filter-match'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { NO_ROW } from './contacts/contact-store.ts'
import { LiveValues } from './views/live-values.ts'
import type { Eye } from './views/eye.ts'
import type { FeedNames } from '../../../sea/names.ts'
import type { Picture } from './picture.ts'

/** Decides whether a contact, shown by the fix of `row`, passes a filter; nothing is built per contact. */
export type ContactTest = (id: number, now: number, row: number) => boolean

/** Data that filters evaluate. */
export type Filtered = { picture: Picture; names: FeedNames; eye: Eye }

export function compileFilter(filter: AisFilter, over: Filtered): ContactTest {
  const tests = readyClauses(filter)
  const values = new LiveValues(over.picture, over.names, over.eye)
  return (id, now, row) => passes(tests, values.at(id, row, now))
}

/** MMSIs of the contacts that an eye sees and that pass a filter. */
export function passing(filter: AisFilter, over: Filtered, now: number): number[] {
  const test = compileFilter(filter, over)
  const { store } = over.picture
  const found = new Set<number>()
  for (let id = 0; id < store.used; id++) {
    const row = store.isAlive[id] === 1 ? over.eye.row(id) : NO_ROW
    if (row !== NO_ROW && test(id, now, row)) found.add(store.mmsi[id]!)
  }
  return [...found]
}

/** The clauses that hide one contact, in words. */
export function whyHidden(filter: AisFilter, over: Filtered, id: number, row: number, now: number) {
  const values = new LiveValues(over.picture, over.names, over.eye)
  return hiding(readyClauses(filter), values.at(id, row, now))
}

function readyClauses(filter: AisFilter) {
  try {
    return clausesOf(filter)
  } catch (error) {
    const why = sentenceOf(error)
    throw new OperationError('VALIDATION', `This area is not valid: ${why}.`, {
      fields: [{ field: 'filter.area', why }],
    })
  }
}
