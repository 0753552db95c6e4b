import { detectorKind } from '@samudra/contract/detectors'
import { declareStore } from '../../../../stored/stores.ts'

/** Detectors of the product, with their current settings. */
export const detectors = declareStore(detectorKind, { isOfNow: true })
