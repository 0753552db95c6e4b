import type { Draft } from '../../../../platform/needs/files.ts'
import type { MailIndex } from '../reading/indexed-mail.ts'
import type { Delivery, DeliveryResult } from './delivery.ts'

/** Mail that waits to be stored. */
export type AcceptJob = {
  draft: Draft
  index: MailIndex
  delivery: Delivery
  isSilent: boolean
  answer: (result: DeliveryResult) => void
  fail: (error: unknown) => void
}
