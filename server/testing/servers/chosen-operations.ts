import { OPERATIONS } from '@samudra/contract/operations'

const named = process.env['TEST_OPERATIONS']?.split(',')

/** Operations that generated tests try: all, or those named by TEST_OPERATIONS (`npm run affected`). */
export const CHOSEN_OPERATIONS = [...OPERATIONS.values()].filter((op) => named?.includes(op.name) ?? true)
