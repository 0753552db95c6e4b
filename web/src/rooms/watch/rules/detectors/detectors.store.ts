import { detectorKind } from '@samudra/contract/detectors'
import { declareStore } from '../../../../kept/stores.ts'

/** What the product looks for, as it is set now. */
export const detectors = declareStore(detectorKind, { isOfNow: true })
