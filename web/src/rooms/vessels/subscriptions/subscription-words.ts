import type { TargetKind } from '@samudra/contract/subscriptions'

export const TARGET_WORDS: Record<TargetKind, string> = {
  VESSEL: 'Vessel',
  LIST: 'Vessel list',
  AREA: 'Area',
  WATERS: 'Waters',
  PORT: 'Port',
}
