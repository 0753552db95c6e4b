import { detectorKind, getDetectors, getDetectorVersions, updateDetector } from '@samudra/contract/detectors'
import { draftsOf, ThresholdFault } from '@samudra/rules/detectors/detector'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { pageOfObjects, saveObject } from '../../../../platform/kernel/objects/object-calls.ts'
import { versionOf } from '../../../../platform/kernel/objects/object-rules.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import {
  needsHome,
  detectorOfRule,
  presentDetector,
  type DetectorBody,
  type Detectors,
  type HeldDetector,
} from './detectors.ts'

type Needs = { clock: Clock; send: Send; detectors: Detectors }

export const detectorOps = (needs: Needs): Handled[] => [list(needs), versions(needs), update(needs)]

/** A detector of an earlier release is not shown: nothing finds it any more. */
const isKnown = ({ id }: HeldDetector) => detectorOfRule(id)?.code === id

const list = ({ clock, detectors: { objects } }: Needs) =>
  handle(getDetectors, async ({ input, caller }) =>
    pageOfObjects(
      { objects, clock },
      { input, caller },
      {
        isQuery: isKnown,
        order: (a, b) => detectorKind.order(presentDetector(a, false), presentDetector(b, false)),
        show: (some) => some.map((one) => presentDetector(one, objects.isChangedBy(one, caller))),
      },
    ),
  )

const noDetector = (id: string) =>
  new OperationError('NOT_FOUND', `The detector ${id} does not exist; getDetectors lists all.`)

const versions = ({ detectors: { objects } }: Needs) =>
  handle(getDetectorVersions, async ({ input: { id }, caller }) => {
    if (detectorOfRule(id)?.code !== id) throw noDetector(id)
    return {
      items: (await objects.versions(id, caller)).map((one) => ({
        ...presentDetector(one, objects.isChangedBy(one, caller)),
        ...versionOf(one),
      })),
    }
  })

type Set = Pick<DetectorBody, 'enabled' | 'home'> & { thresholds: { key: string; value: number | null }[] }

const update = ({ detectors, send }: Needs) =>
  handle(updateDetector, async (call) => {
    const { id, expected_version, reason, ...set } = call.input
    const { objects } = detectors
    if (detectorOfRule(id)?.code !== id) throw noDetector(id)
    const show = (one: HeldDetector) => presentDetector(one, true)
    const after = await saveObject<DetectorBody>(
      { objects, kind: detectorKind, send, show },
      call,
      { id, expected_version },
      { visibility: 'CENTRE', reason, bodyOf: (before) => checked(id, before!, set) },
    )
    return show(after)
  })

/** As it is set after a change. Throws VALIDATION for what cannot be. */
function checked(
  id: string,
  before: DetectorBody,
  set: Partial<{ [K in keyof Set]: Set[K] | undefined }>,
): DetectorBody {
  const refuse = (field: string, why: string) =>
    new OperationError('VALIDATION', `Check ${field}: ${why}.`, { fields: [{ field, why }] })
  const thresholds = { ...before.thresholds }
  for (const { key, value } of set.thresholds ?? [])
    if (value === null) delete thresholds[key]
    else thresholds[key] = value
  if (set.home !== undefined && !needsHome(id)) throw refuse('home', 'this detector does not use flags')
  const body = { enabled: set.enabled ?? before.enabled, thresholds, home: set.home ?? before.home }
  try {
    draftsOf(detectorOfRule(id)!, thresholds, { home: body.home, areas: [] })
  } catch (error) {
    if (error instanceof ThresholdFault) throw refuse('thresholds', error.message)
    throw error
  }
  return body
}
