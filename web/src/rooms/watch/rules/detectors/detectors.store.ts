import { detectorKind } from '@samudra/contract/detectors'
import { declareStore } from '../../../../kept/stores.ts'

/** Detectors of the product, with their current settings. */
export const detectors = declareStore(detectorKind, { isOfNow: true })
