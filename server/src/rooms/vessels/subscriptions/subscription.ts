import type { NoticeSeverity } from '@samudra/contract/notifications'
import type { Happening, Subscription, TargetKind, VesselNoticeType } from '@samudra/contract/subscriptions'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'

export type SubscriptionBody = {
  target: { kind: TargetKind; id: string }
  name: string
  happenings: Happening[]
  near_nm: number | null
  severity: NoticeSeverity | null
}
export type HeldSubscription = Held<SubscriptionBody>

/** How grave what happened is, where its subscription says nothing. */
const USUAL: Record<VesselNoticeType, NoticeSeverity> = {
  ARRIVAL: 'INFO',
  DEPARTURE: 'INFO',
  ENTRY: 'INFO',
  EXIT: 'INFO',
  DARK: 'WARNING',
  IDENTITY: 'WARNING',
  NEAR: 'WARNING',
  FEED_SILENT: 'WARNING',
}
export const severityOf = ({ body }: HeldSubscription, type: VesselNoticeType): NoticeSeverity =>
  type === 'FEED_SILENT' ? USUAL[type] : (body.severity ?? USUAL[type])

export const presentSubscription = (one: HeldSubscription): Subscription => ({
  ...columnsOf(one, true),
  ...one.body,
})
