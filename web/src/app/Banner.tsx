import { CLOCK_COMPONENT, systemUtilization, type SystemSummary } from '@samudra/contract/system'
import { IconAlertTriangle, IconClockExclamation, IconInfoCircle, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { usePush } from '../wire/push.ts'
import { useSession } from '../wire/session.ts'

/** What the administrators tell everybody, that the system is being worked on, and what of it is in trouble. */
export function Banner() {
  const settings = useSession((state) => state.user?.adminSettings)
  const { clock, parts } = useTrouble()
  const said = settings?.['system.banner']
  const text = typeof said === 'string' ? said : ''
  const isMaintained = settings?.['system.maintenance'] === true
  if (isSecureContext && !isMaintained && text === '' && clock === null && parts === null) return null
  return (
    <div className="home-banner" role="status">
      {isMaintained ? (
        <IconTool size={15} aria-hidden />
      ) : (
        <BannerIcon isClock={clock !== null} isTrouble={parts !== null} />
      )}
      {isMaintained && <strong>Maintenance: only administrators work now.</strong>}
      {!isSecureContext && (
        <strong>This connection is not protected: open the https address of this server.</strong>
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
/** Parts of the system itself: in any trouble they are told of, feeds once they are down. */
const OWN = ['Database', 'Recorder']
/** What the server says of its machine's clock while it departs from the server's time, and of parts that fail. */
function useTrouble(): { clock: string | null; parts: string | null } {
  const [components, setComponents] = useState<SystemSummary['components']>([])
  usePush(systemUtilization, ({ summary }) => setComponents(summary.components))
  const clock = components.find(({ name }) => name === CLOCK_COMPONENT)
  const failing = components.filter(
    ({ name, state }) =>
      name !== CLOCK_COMPONENT && (state === 'DOWN' || (OWN.includes(name) && state !== 'OK')),
  )
  return {
    clock: clock === undefined || clock.state === 'OK' ? null : clock.words,
    parts: failing.length === 0 ? null : troubleWords(failing),
  }
}
function troubleWords(failing: SystemSummary['components']): string {
  const words = failing.slice(0, FEW).map((part) => `${part.name}: ${part.words}.`)
  if (failing.length > FEW) words.push(`So are ${failing.length - FEW} more.`)
  // Silence of ships is no finding where nothing can be heard.
  if (failing.some(({ name }) => !OWN.includes(name))) words.push('Silence of ships is not judged there.')
  return words.join(' ')
}
