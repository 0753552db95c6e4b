import { SEVERITY_LABELS, type LabelledSeverity } from '@samudra/contract/labels'
import {
  IconAlertCircle,
  IconAlertOctagonFilled,
  IconAlertSquareFilled,
  IconAlertTriangleFilled,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react'
import './severity-chip.css'

const ICONS: Record<LabelledSeverity, Icon> = {
  INFO: IconInfoCircle,
  LOW: IconAlertCircle,
  MEDIUM: IconAlertSquareFilled,
  WARNING: IconAlertTriangleFilled,
  HIGH: IconAlertTriangleFilled,
  CRITICAL: IconAlertOctagonFilled,
}

/** Severity as a colour, a shape and a word. */
export function SeverityChip({ severity }: { severity: LabelledSeverity }) {
  const Shape = ICONS[severity]
  return (
    <span className="severity-chip" data-severity={severity}>
      <Shape size={13} aria-hidden />
      {SEVERITY_LABELS[severity]}
    </span>
  )
}
