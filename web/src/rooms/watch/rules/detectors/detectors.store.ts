import { detectorKind } from '@samudra/contract/detectors'
import { keep } from '../../../../kept/kept.ts'

/** What the product looks for, as it is set now. */
export const detectors = keep(detectorKind, { isOfNow: true })
