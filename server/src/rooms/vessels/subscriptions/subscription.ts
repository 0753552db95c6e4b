import type { NotificationSeverity } from '@samudra/contract/notifications'
import type {
  VesselUpdate,
  Subscription,
  TargetKind,
  VesselNotificationType,
} from '@samudra/contract/subscriptions'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'

export type SubscriptionBody = {
  target: { kind: TargetKind; id: string }
  name: string
  happenings: VesselUpdate[]
  near_nm: number | null
  severity: NotificationSeverity | null
}
export type HeldSubscription = Held<SubscriptionBody>

/** Default severity of a vessel update, used without one in the subscription. */
const USUAL: Record<VesselNotificationType, NotificationSeverity> = {
  ARRIVAL: 'INFO',
  DEPARTURE: 'INFO',
  ENTRY: 'INFO',
  EXIT: 'INFO',
  DARK: 'WARNING',
  IDENTITY: 'WARNING',
  NEAR: 'WARNING',
  FEED_SILENT: 'WARNING',
}
export const severityOf = ({ body }: HeldSubscription, type: VesselNotificationType): NotificationSeverity =>
  type === 'FEED_SILENT' ? USUAL[type] : (body.severity ?? USUAL[type])

export const presentSubscription = (one: HeldSubscription): Subscription => ({
  ...columnsOf(one, true),
  ...one.body,
})
