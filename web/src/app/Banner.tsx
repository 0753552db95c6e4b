import {
  CLOCK_COMPONENT,
  DETECTORS_COMPONENT,
  systemUtilization,
  WATCH_COMPONENT,
  type SystemSummary,
} from '@samudra/contract/system'
import { IconAlertTriangle, IconClockExclamation, IconInfoCircle, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { usePush } from '../wire/push.ts'
import { useSession } from '../wire/session.ts'

/** Banner with the message of administrators, current maintenance, and parts of the system in trouble. */
export function Banner() {
  const settings = useSession((state) => state.user?.adminSettings)
  const { clock, parts } = useTrouble()
  const stated = settings?.['system.banner']
  const text = typeof stated === 'string' ? stated : ''
  const isMaintained = settings?.['system.maintenance'] === true
  if (isSecureContext && !isMaintained && text === '' && clock === null && parts === null) return null
  return (
    <div className="home-banner" role="status">
      {isMaintained ? (
        <IconTool size={15} aria-hidden />
      ) : (
        <BannerIcon isClock={clock !== null} isTrouble={parts !== null} />
      )}
      {isMaintained && <strong>Maintenance in progress: only administrators can use Samudra.</strong>}
      {!isSecureContext && (
        <strong>This connection is not encrypted. Open the https address of this server.</strong>
      )}
      {clock !== null && <strong>{clock}</strong>}
      {parts !== null && <strong>{parts}</strong>}
      {text !== '' && <span>{text}</span>}
    </div>
  )
}

function BannerIcon({ isClock, isTrouble }: { isClock: boolean; isTrouble: boolean }) {
  const Icon = isClock ? IconClockExclamation : isTrouble ? IconAlertTriangle : IconInfoCircle
  return <Icon size={15} aria-hidden />
}

const FEW = 2
/** Minimum time before a feed with little or no data is shown, ms: many have little for a moment. */
const LITTLE_MS = 10 * 60_000
type Component = SystemSummary['components'][number]
/** Parts of the system itself: shown in any trouble; feeds only if they are down or have little data for long. */
const OWN = ['Database', 'Recorder', DETECTORS_COMPONENT, WATCH_COMPONENT]
const isOwn = ({ name }: Component) => OWN.includes(name)
const isVisible = (part: Component, now: number) =>
  part.state === 'DOWN' ||
  (part.state === 'DEGRADED' && (isOwn(part) || now - Date.parse(part.since) >= LITTLE_MS))

/** Returns the server's text on its machine's clock while it differs from the server's time, and on failing parts. */
function useTrouble(): { clock: string | null; parts: string | null } {
  const [summary, setSummary] = useState<SystemSummary | null>(null)
  usePush(systemUtilization, (push) => setSummary(push.summary))
  const components = summary?.components ?? []
  const clock = components.find(({ name }) => name === CLOCK_COMPONENT)
  const failing = components
    .filter((part) => part.name !== CLOCK_COMPONENT && isVisible(part, Date.parse(summary!.ts)))
    .sort((a, b) => Number(b.state === 'DOWN') - Number(a.state === 'DOWN'))
  return {
    clock: clock === undefined || clock.state === 'OK' ? null : clock.words,
    parts: failing.length === 0 ? null : troubleWords(failing),
  }
}
function troubleWords(failing: Component[]): string {
  const words = failing.slice(0, FEW).map((part) => `${part.name}: ${part.words}.`)
  if (failing.length > FEW) words.push(`And ${failing.length - FEW} more.`)
  // Silence of vessels is no finding where nothing can be received.
  if (failing.some((part) => part.state === 'DOWN' && !isOwn(part)))
    words.push('Silent vessels are not detected while it is down.')
  return words.join(' ')
}
