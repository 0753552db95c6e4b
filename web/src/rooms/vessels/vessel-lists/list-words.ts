import type { VesselList } from '@samudra/contract/vessel-lists'

export const LISTS = '/home/main/dashboard/vesselLists'
export const listPath = (id: string) => `${LISTS}/${encodeURIComponent(id)}`

export const SWATCHES = [
  '#1565c0',
  '#00838f',
  '#2e7d32',
  '#6a1b9a',
  '#ad1457',
  '#c62828',
  '#4e342e',
  '#37474f',
]

export const KIND_WORDS: Record<VesselList['kind'], string> = {
  STATIC: 'Manual',
  DYNAMIC: 'Dynamic',
}
