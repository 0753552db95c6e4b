import { analyse, deleteAnalysis, getAnalyses, saveAnalysis } from '@samudra/contract/analyses'
import { AROUND_NOW, WATERS } from '@samudra/contract/example'
import { changing } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const elsewhere = 'server/src/rooms/desk/analyses/analyses.test.ts'
const SAVED = {
  ...AROUND_NOW,
  name: 'Gulf in November',
  subject: { kind: 'SHAPE', geometry: WATERS },
  compare: null,
  visibility: 'CENTRE',
} as const
const saved = () => ({ ...SAVED, subject: { ...SAVED.subject } })

export const CASES = [
  parameterCase(analyse, { elsewhere }),
  parameterCase(getAnalyses, {
    base: async ({ call }) => (await call(saveAnalysis, saved()), await call(saveAnalysis, saved()), {}),
  }),
  parameterCase(saveAnalysis, {
    base: changing(async ({ call }) => (await call(saveAnalysis, saved())).id, saved()),
    other: { subject: { kind: 'PORT', id: 'INCOK' } },
  }),
  parameterCase(deleteAnalysis, {
    base: async ({ call }) => ({ id: (await call(saveAnalysis, saved())).id }),
  }),
]
